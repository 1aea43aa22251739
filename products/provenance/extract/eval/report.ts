// Totals over documents, with bootstrap intervals: the same totals over documents drawn again with replacement.
import { randomOf } from '../generators/random.ts'

const RESAMPLES = 1000
const SEED = 7

type Counts = ReadonlyMap<string, number>

export interface Estimate {
  value: number
  low: number
  high: number
}

interface Rates {
  kind: 'rates'
  tp: number
  fp: number
  fn: number
  precision: Estimate | null
  recall: Estimate | null
}

interface Share {
  kind: 'share'
  ok: number
  of: number
  share: Estimate | null
}

const RATES: Readonly<Record<string, string>> = {
  cert: 'certifications',
  ref: 'refutations',
  sub: 'subprocessors',
  res: 'residency',
  encryption_at_rest: 'encryption_at_rest',
  encryption_in_transit: 'encryption_in_transit',
  pen_test: 'pen_test',
  vulnerability_disclosure: 'vulnerability_disclosure',
  ai_present: 'ai_present',
  train: 'training',
  dpa: 'dpa_terms',
  retention: 'retention',
  sla: 'sla',
  art50: 'article_50',
}
const SHARES = [
  ...['cert_exact_type', 'trap_rate', 'relation_on_traps', 'certificate_context', 'sub_location', 'sub_purpose'],
  ...['ai_feature_by_name_only', 'snippet_verbatim', 'status'],
]

export type Report = Record<string, Rates | Share>

/** Leaves out everything that was never counted. */
export function reportOf(documents: readonly { counts: Counts }[]): Report {
  const report: Report = {}
  for (const [key, name] of Object.entries(RATES)) {
    const [tp = 0, fp = 0, fn = 0] = ['tp', 'fp', 'fn'].map((part) => total(documents, `${key}_${part}`))
    if (tp + fp + fn === 0) continue
    const precision = estimate(documents, `${key}_tp`, [`${key}_tp`, `${key}_fp`])
    report[name] = {
      ...{ kind: 'rates', tp, fp, fn, precision },
      recall: estimate(documents, `${key}_tp`, [`${key}_tp`, `${key}_fn`]),
    }
  }
  for (const name of SHARES) {
    const of = total(documents, `${name}_of`)
    if (of === 0) continue
    const share = estimate(documents, `${name}_ok`, [`${name}_of`])
    report[name] = { kind: 'share', ok: total(documents, `${name}_ok`), of, share }
  }
  return report
}

const total = (documents: readonly { counts: Counts }[], key: string): number =>
  documents.reduce((sum, { counts }) => sum + (counts.get(key) ?? 0), 0)

function estimate(documents: readonly { counts: Counts }[], part: string, whole: readonly string[]): Estimate | null {
  const pairs = documents.map(({ counts }) => ({
    part: counts.get(part) ?? 0,
    whole: whole.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0),
  }))
  const value = ratio(pairs)
  if (value === undefined) return null
  const random = randomOf(SEED)
  const drawn = Array.from({ length: RESAMPLES }, () => ratio(pairs.map(() => random.pick(pairs))))
    .filter((one) => one !== undefined)
    .sort((a, b) => a - b)
  const at = (share: number): number => drawn[Math.floor(share * drawn.length)] ?? value
  return { value, low: at(0.025), high: at(0.975) }
}

function ratio(pairs: readonly { part: number; whole: number }[]): number | undefined {
  let part = 0
  let whole = 0
  for (const one of pairs) {
    part += one.part
    whole += one.whole
  }
  return whole > 0 ? part / whole : undefined
}
