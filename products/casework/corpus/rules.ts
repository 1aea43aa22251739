// Freshness, completeness and health of entries and sources. Pure.
import type { Completeness } from '@veritrace/contract/casework/corpus'
import { ownValue } from '@veritrace/platform/names'

export type Freshness = 'fresh' | 'recent' | 'stale' | 'unknown'
export const DAY_MS = 86_400_000
const FRESH_DAYS = 45
const RECENT_DAYS = 120

export const freshnessOf = (asOf: Date | null, now: Date): Freshness =>
  asOf ? ageOf((now.getTime() - asOf.getTime()) / DAY_MS) : 'unknown'

export function ageOf(days: number): Freshness {
  if (days <= FRESH_DAYS) return 'fresh'
  return days <= RECENT_DAYS ? 'recent' : 'stale'
}

/** The date range of a freshness: from `since`, before `until`. */
export function agesOf(freshness: Freshness, now: Date): { since?: Date; until?: Date; undated?: true } {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
  if (freshness === 'fresh') return { since: ago(FRESH_DAYS) }
  if (freshness === 'recent') return { since: ago(RECENT_DAYS), until: ago(FRESH_DAYS) }
  return freshness === 'stale' ? { until: ago(RECENT_DAYS) } : { undated: true }
}

export const SAMPLE_VERSION = 'sample'
/** A file with less than this share of the list's known objects was cut off, or is a different list. */
const MIN_SHARE = 0.5

/** Whether an object missing from this version is really not in the list. `known`: known size of the list; 0 if unknown. */
export function completenessOf(
  source: { version_label: string; complete?: boolean },
  { facts, rejected }: { facts: number; rejected: number },
  known: number,
): Completeness {
  if (source.version_label === SAMPLE_VERSION) return 'sample'
  return source.complete && rejected === 0 && facts > 0 && facts >= known * MIN_SHARE ? 'complete' : 'partial'
}

/** Why a list that should be complete counts as partial, apart from rejected rows. */
export const gapOf = (
  completeness: Completeness,
  { facts, rejected }: { facts: number; rejected: number },
  known: number,
) =>
  completeness === 'partial' && rejected === 0 && known > 0
    ? `it has ${facts} of the ${known} objects known to be in the list: the missing ones count as unknown`
    : ''

interface Read {
  rows: number
  facts: number
  edges: number
  repeated: number
  rejected: number
  doubts: number
}
/** Above this share of doubtful rows, the entry is degraded. */
const DOUBTS_ALLOWED = 0.05

export function summaryOf({ rows, facts, edges, repeated, rejected, doubts }: Read, documents = 0, gap = '') {
  const tooDoubtful = doubts > rows * DOUBTS_ALLOWED
  const reasons = [
    gap,
    rejected > 0 && `${rejected} of ${rows} rows were rejected`,
    tooDoubtful && `${doubts} of ${rows} rows are doubtful`,
  ].filter((reason) => reason !== false && reason !== '')
  return {
    status: rejected > 0 || tooDoubtful ? ('degraded' as const) : ('ready' as const),
    status_reason: reasons.join('; '),
    counts: { documents, artifacts: facts, statements: facts + edges, rejected, repeated },
    validation: { conforms: rejected === 0, violations: rejected, warnings: doubts },
    message:
      documents > 0
        ? `${documents} documents`
        : `${rows} rows: ${facts} facts, ${edges} successors, ${rejected} rejected, ${doubts} doubtful`,
  }
}

export function sumChanges(transitions: readonly { change: string; count: number }[]) {
  const sum = (...changes: string[]): number =>
    transitions.filter(({ change }) => changes.includes(change)).reduce((total, { count }) => total + count, 0)
  return { added: sum('added'), removed: sum('removed'), changed: sum('state', 'successors') }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  md: 'text/markdown',
  html: 'text/html',
  pdf: 'application/pdf',
}
export const mediaTypeOf = (uri: string): string =>
  ownValue(MEDIA_TYPES, uri.slice(uri.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream'

interface Attempts {
  last_attempt_at: Date | null
  last_success_at: Date | null
  consecutive_failures: number
}
const HOUR_MS = 3_600_000
const MAX_WAIT_HOURS = 24

/** Next attempt: after the interval, or sooner after a failure, with exponential backoff. */
export function nextDue(attempts: Attempts | undefined, refreshHours: number): Date | null {
  if (!attempts?.last_attempt_at) return null
  const { consecutive_failures: failures } = attempts
  const hours = failures === 0 ? refreshHours : Math.min(2 ** (failures - 1), MAX_WAIT_HOURS, refreshHours)
  return new Date(attempts.last_attempt_at.getTime() + hours * HOUR_MS)
}

export function isDue(attempts: Attempts | undefined, refreshHours: number, now: Date): boolean {
  const due = nextDue(attempts, refreshHours)
  return due === null || due <= now
}

const FAILING_AFTER = 3

/** Inactive: never found. Degraded: found before, missing or unreadable now. Failing: never readable, or unreadable for a long time. */
export function healthOf(
  attempts: (Attempts & { last_error: { class: string } | null }) | undefined,
): 'ok' | 'degraded' | 'failing' | 'inactive' {
  if (!attempts?.last_attempt_at) return 'inactive'
  if (attempts.consecutive_failures === 0) return 'ok'
  if (!attempts.last_success_at) return attempts.last_error?.class === 'network' ? 'inactive' : 'failing'
  return attempts.consecutive_failures < FAILING_AFTER ? 'degraded' : 'failing'
}

interface Totals {
  has_catalog: boolean
  only_samples: boolean
  stale: number
  partial: number
  degraded: number
  failed: number
  mode: 'online' | 'mirror' | 'offline'
}

const LOAD = 'run npm run corpus -- load, or set CASEWORK_MIRROR_DIR or CASEWORK_ONLINE'

/** Recommendations for the operator, most useful first. */
export function recommend(totals: Totals): string[] {
  const many = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`)
  return [
    !totals.has_catalog && `No list is loaded: ${LOAD}.`,
    totals.has_catalog &&
      totals.only_samples &&
      `Only samples are loaded: objects missing from them have no level. To load the real lists, ${LOAD}.`,
    totals.failed > 0 && `${many(totals.failed, 'One file', 'files')} could not be read: see the failed entries.`,
    totals.partial > 0 &&
      `${many(totals.partial, 'One list', 'lists')} may be incomplete: objects missing from ${totals.partial === 1 ? 'it' : 'them'} have no level.`,
    totals.degraded > 0 &&
      `${many(totals.degraded, 'One entry has', 'entries have')} rejected rows: see their samples.`,
    totals.stale > 0 &&
      `${many(totals.stale, 'One list is', 'lists are')} older than ${RECENT_DAYS} days: ` +
        (totals.mode === 'mirror' ? 'update the mirror folder.' : 'fetch the sources again.'),
  ].filter((sentence) => typeof sentence === 'string')
}
