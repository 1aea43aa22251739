// Labels for retention policies and runs.
import type { CleanupRun, RetentionPolicy } from '@veritrace/contract/provenance/storage'
import type { Tone } from '../../../../ui/badge.tsx'
import { count, plural } from '../../../../ui/format.ts'
import { bytes } from '../../../shared/bytes.ts'

export const KINDS: Readonly<Record<string, string>> = {
  soc2_report: 'SOC 2 reports',
  iso_certificate: 'ISO certificates',
  pentest_summary: 'Penetration test summaries',
  policy: 'Policies',
  dpa: 'Data processing agreements',
  insurance: 'Insurance',
  questionnaire: 'Questionnaires',
  architecture: 'Architecture',
  other: 'Other',
}
export const STATUSES: Readonly<Record<string, string>> = {
  pending: 'Pending',
  in_review: 'In review',
  approved: 'Approved',
  rejected: 'Rejected',
  changes_requested: 'Changes requested',
  expired: 'Expired',
  superseded: 'Superseded',
}
type Action = RetentionPolicy['action']
type Basis = RetentionPolicy['basis']

export const ACTIONS: readonly { value: Action; label: string; text: string }[] = [
  { value: 'tier_to_cold', label: 'Move to cold storage', text: 'Cheaper, but files must be restored before use.' },
  { value: 'anonymise', label: 'Anonymize', text: 'Clears people, file name and descriptions; the file stays.' },
  { value: 'delete', label: 'Delete', text: 'Deletes file and record permanently.' },
]
export const BASES: readonly { value: Basis; label: string }[] = [
  { value: 'created_at', label: 'it was added' },
  { value: 'reviewed_at', label: 'it was reviewed' },
  { value: 'expired_at', label: 'it expired' },
  { value: 'superseded_at', label: 'it was replaced' },
  { value: 'last_accessed_at', label: 'it was last opened' },
]

/** `Delete: SOC 2 reports, 365 days after it expired.` */
export function sentenceOf({ action, applies_to, after_days, basis, keep_last_versions }: RetentionPolicy): string {
  const { kinds, review_status, tags, min_size_bytes } = applies_to
  const what =
    kinds.length > 0
      ? kinds.map((kind) => (KINDS[kind] ?? kind).replace(/^[A-Z](?=[a-z])/, small)).join(', ')
      : 'all evidence'
  const only = [
    review_status.length > 0 && review_status.map((one) => (STATUSES[one] ?? one).toLowerCase()).join(' or '),
    tags.length > 0 && `tagged ${tags.join(' or ')}`,
    min_size_bytes && `of ${bytes(min_size_bytes)} or more`,
  ].filter(Boolean)
  const verb = ACTIONS.find(({ value }) => value === action)!.label
  const since = BASES.find(({ value }) => value === basis)!.label
  const kept = keptOf(keep_last_versions)
  return `${verb}: ${what}${only.length > 0 ? ` (${only.join('; ')})` : ''}, ${plural(after_days, 'day')} after ${since}${kept}.`
}
const keptOf = (versions: number): string => {
  if (versions === 0) return ''
  return versions === 1
    ? '; keeps the newest approved version'
    : `; keeps the newest ${count(versions)} approved versions`
}
const small = (letter: string) => letter.toLowerCase()

export const RUN_TONES: Readonly<Record<CleanupRun['status'], Tone>> = {
  queued: 'neutral',
  running: 'info',
  succeeded: 'positive',
  partial: 'caution',
  failed: 'critical',
  canceled: 'neutral',
}
export function startedBy({ trigger }: CleanupRun, who: string): string {
  if (trigger === 'schedule') return 'scheduled'
  return trigger === 'api' ? `by ${who} through the API` : `by ${who}`
}

/** The results of a run, or of a dry run. */
export function doneBy(run: CleanupRun): string {
  const done = [
    run.tiered > 0 && `${count(run.tiered)} moved to cold storage (${bytes(run.bytes_tiered)})`,
    run.deleted > 0 && `${count(run.deleted)} deleted (${bytes(run.bytes_deleted)})`,
    run.anonymised > 0 && `${count(run.anonymised)} anonymized`,
    run.skipped_hold > 0 && `${count(run.skipped_hold)} under legal hold`,
    run.skipped_error > 0 && `${count(run.skipped_error)} failed`,
  ].filter(Boolean)
  return done.join(', ') || 'nothing to do'
}
