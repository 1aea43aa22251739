// The features behind a claim's confidence: its kind, how it was found, and what its quote looks like.
import type { Finding } from './claim.ts'
import type { Reading } from './clauses/reading.ts'
import { STATES } from './confidence.ts'
import type { DocumentContext } from './types.ts'

const FAMILIES: Readonly<Record<string, string>> = {
  certification: 'certificate',
  subprocessor: 'supplier',
  data_residency: 'place',
  encryption: 'safeguard',
  penetration_test: 'safeguard',
  vulnerability_disclosure: 'safeguard',
  policy: 'safeguard',
  dpa: 'term',
  retention: 'term',
  sla: 'term',
  ai_act: 'ai',
  ai_training: 'ai',
  ai_transparency: 'ai',
}
/** Cues that may turn a plain statement into something else. */
const DOUBT = [
  'condition',
  'possibility',
  'plan',
  'weak',
  'limited',
  'unfit',
  'feature',
  'advice',
  'exception',
] as const
/** Categories in which a vendor has many values. */
const MANY = new Set(['subprocessor', 'data_residency', 'retention', 'sla', 'ai_act', 'policy'])
/** Characters. Quotes shorter than this give no extra confidence. */
const SHORT = 60

export interface Page {
  context: DocumentContext
  reading: Reading
  /** Values by subject; a consistent page has one value per subject. */
  values: ReadonlyMap<string, ReadonlySet<string>>
}

/** Collects the values of all findings on a page. */
export function valuesIn(findings: readonly Finding[]): Page['values'] {
  const values = new Map<string, Set<string>>()
  for (const finding of findings)
    values.set(topicOf(finding), (values.get(topicOf(finding)) ?? new Set()).add(answerOf(finding)))
  return values
}

const subjectOf = ({ category, predicate, value }: Finding): string =>
  category === 'certification' ? (value.split(':')[0] ?? '') : predicate
const answerOf = ({ category, value, state }: Finding): string =>
  category === 'certification' ? STATES[state].relation : value
const topicOf = (finding: Finding): string =>
  MANY.has(finding.category) ? `${finding.category} ${finding.value}` : `${finding.category} ${subjectOf(finding)}`

/** Features with the value zero are left out. */
export function featuresOf(finding: Finding, { context, reading, values }: Page): Record<string, number> {
  const { block, start, end } = finding
  const scanned = reading.scan(block)
  const { relation } = STATES[finding.state]
  const quote = reading.view.slice(start, end)
  const known: Record<string, number> = {
    [FAMILIES[finding.category] ?? 'other']: 1,
    refutes: Number(relation === 'refutes'),
    unfinished: Number(relation === 'mentions'),
    self_declared: Number(finding.state === 'self_declared'),
    loosely_bound: finding.binding === 'heading' ? 1 : finding.binding === 'block' ? 0.5 : 0,
    backed: Math.min(finding.strength ?? 0, 3),
    said_otherwise: Math.log(values.get(topicOf(finding))?.size ?? 1),
    numbers: Math.log1p(Math.min(6, quote.match(/\d+/g)?.length ?? 0)),
    quotes: Number(/[“”"«»„]/.test(quote)),
    in_table_or_list: Number(block.kind === 'row' || block.kind === 'item'),
    in_heading: Number(block.kind === 'heading' || block.kind === 'badge'),
    vendor_named: Number(reading.own.some((name) => quote.includes(name))),
    doubt: Number(scanned?.hits.any(DOUBT, start, end) ?? false),
    negation: Number(relation === 'supports' && (scanned?.hits.has('negation', start, end) ?? false)),
    long_quote: Math.max(0, Math.log((end - start) / SHORT)),
    not_english: Number(scanned?.language !== 'en'),
    far_source: 1 - weightOf(context.kind, block.footer),
  }
  const features: Record<string, number> = {}
  for (const name in known) if (known[name] !== 0) features[name] = round(known[name] as number)
  return features
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** Weights of page kinds. The first matching pattern decides. */
const KINDS: readonly [RegExp, number][] = [
  [/trust|security|complian|subprocessor|status|disclosure|certif|residency|hipaa|pen-?test|ai/, 1],
  [/dpa|legal|terms|privacy|policy/, 0.95],
  [/doc|help|support/, 0.9],
  [/home|footer|product|pricing|about/, 0.8],
  [/blog|news|press/, 0.6],
]

function weightOf(kind: string, footer: boolean): number {
  if (footer) return 0.8
  return KINDS.find(([pattern]) => pattern.test(kind.toLowerCase()))?.[1] ?? 0.9
}
