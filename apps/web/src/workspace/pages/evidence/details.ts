// The details of evidence as form values: plain text, and days without a time.
import { EVIDENCE_KINDS, type Evidence, type EvidencePatch } from '@veritrace/contract/provenance/evidence'

const TEXTS = ['issuer', 'scope', 'description', 'collection_procedure'] as const
const STARTS = ['issued_at', 'valid_from', 'period_start'] as const
/** The last day is included. */
const ENDS = ['valid_until', 'period_end', 'renewal_due_at'] as const
type Name = (typeof TEXTS)[number] | (typeof STARTS)[number] | (typeof ENDS)[number]

export type Details = Readonly<Record<Name, string>>
export const DETAIL_NAMES: readonly Name[] = [...TEXTS, ...STARTS, ...ENDS]
export const NO_DETAILS = Object.fromEntries(DETAIL_NAMES.map((name) => [name, ''])) as Details

const days = <N extends keyof Evidence>(evidence: Evidence, names: readonly N[]) =>
  names.map((name) => [name, String(evidence[name] ?? '').slice(0, 10)])

export const detailsOf = (evidence: Evidence): Details =>
  Object.fromEntries([
    ...TEXTS.map((name) => [name, evidence[name]]),
    ...days(evidence, STARTS),
    ...days(evidence, ENDS),
  ]) as Details

type DetailPatch = Pick<EvidencePatch, Name>
/** Only changed fields, because the server rejects changes to reviewed details. */
export function changedDetails(now: Details, before: Details = NO_DETAILS): DetailPatch {
  const changed = (name: Name) => now[name].trim() !== before[name].trim()
  const at = (time: string) => (name: Name) => [name, now[name] ? `${now[name]}T${time}Z` : null]
  return Object.fromEntries([
    ...TEXTS.filter(changed).map((name) => [name, now[name].trim()]),
    ...STARTS.filter(changed).map(at('00:00:00.000')),
    ...ENDS.filter(changed).map(at('23:59:59.000')),
  ]) as DetailPatch
}

/** Separated by commas. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** Guesses the kind from the file name: `ISO-27001_certificate.pdf` is a certificate. */
const HINTS: readonly [RegExp, Evidence['kind']][] = [
  [/soc[\s_-]?2/i, 'soc2_report'],
  [/iso[\s_-]?\d|certificate/i, 'iso_certificate'],
  [/pen[\s_-]?test|penetration/i, 'pentest_summary'],
  [/\bdpa\b|processing/i, 'dpa'],
  [/polic/i, 'policy'],
  [/insurance/i, 'insurance'],
  [/questionnaire|\bcaiq\b|\bsig\b/i, 'questionnaire'],
  [/architect|diagram/i, 'architecture'],
]
export const guessKind = (name: string): Evidence['kind'] =>
  HINTS.find(([pattern]) => pattern.test(name.replaceAll('_', ' ')))?.[1] ?? 'other'

export const titleFrom = (filename: string): string =>
  filename
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 200)

export const isKind = (word: string | undefined): word is Evidence['kind'] =>
  EVIDENCE_KINDS.some((kind) => kind === word)
