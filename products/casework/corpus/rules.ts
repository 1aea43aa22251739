// What follows from facts about entries and sources. Pure.
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

/** The moments between which something is that fresh: not before the first, before the second. */
export function agesOf(freshness: Freshness, now: Date): { since?: Date; until?: Date; undated?: true } {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
  if (freshness === 'fresh') return { since: ago(FRESH_DAYS) }
  if (freshness === 'recent') return { since: ago(RECENT_DAYS), until: ago(FRESH_DAYS) }
  return freshness === 'stale' ? { until: ago(RECENT_DAYS) } : { undated: true }
}

interface Read {
  rows: number
  facts: number
  edges: number
  repeated: number
  rejected: number
  doubts: number
}
/** Above this share of the rows, doubts are worth saying that the entry is not whole. */
const DOUBTS_ALLOWED = 0.05

export function summaryOf({ rows, facts, edges, repeated, rejected, doubts }: Read, documents = 0) {
  const tooDoubtful = doubts > rows * DOUBTS_ALLOWED
  const reasons = [
    rejected > 0 && `${rejected} of ${rows} rows were rejected`,
    tooDoubtful && `${doubts} of ${rows} rows are doubtful`,
  ].filter((reason) => reason !== false)
  return {
    status: reasons.length > 0 ? ('degraded' as const) : ('ready' as const),
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

interface Tried {
  last_attempt_at: Date | null
  last_success_at: Date | null
  consecutive_failures: number
}
const HOUR_MS = 3_600_000
const MOST_WAIT_HOURS = 24

/** When a source is tried next: at its interval, and sooner after a failure, later with each one more. */
export function nextDue(tried: Tried | undefined, refreshHours: number): Date | null {
  if (!tried?.last_attempt_at) return null
  const { consecutive_failures: failures } = tried
  const hours = failures === 0 ? refreshHours : Math.min(2 ** (failures - 1), MOST_WAIT_HOURS, refreshHours)
  return new Date(tried.last_attempt_at.getTime() + hours * HOUR_MS)
}

export function isDue(tried: Tried | undefined, refreshHours: number, now: Date): boolean {
  const due = nextDue(tried, refreshHours)
  return due === null || due <= now
}

const FAILING_AFTER = 3

/** Never found: inactive. Found before and not any more, or found and unreadable: degraded, and failing if it stays so. */
export function healthOf(
  tried: (Tried & { last_error: { class: string } | null }) | undefined,
): 'ok' | 'degraded' | 'failing' | 'inactive' {
  if (!tried?.last_attempt_at) return 'inactive'
  if (tried.consecutive_failures === 0) return 'ok'
  if (!tried.last_success_at) return tried.last_error?.class === 'network' ? 'inactive' : 'failing'
  return tried.consecutive_failures < FAILING_AFTER ? 'degraded' : 'failing'
}

interface Held {
  has_catalog: boolean
  only_samples: boolean
  stale: number
  degraded: number
  failed: number
  mode: 'online' | 'mirror' | 'offline'
}

/** What an operator could do next, most useful first. */
export function recommend(held: Held): string[] {
  const many = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`)
  return [
    !held.has_catalog && 'No list is loaded: set CASEWORK_MIRROR_DIR or CASEWORK_ONLINE.',
    held.has_catalog &&
      held.only_samples &&
      'Only samples are loaded: set CASEWORK_MIRROR_DIR to a folder with the real lists, or CASEWORK_ONLINE=true.',
    held.failed > 0 && `${many(held.failed, 'One file', 'files')} could not be read: see their entries.`,
    held.degraded > 0 && `${many(held.degraded, 'One entry', 'entries')} had rows rejected: see their samples.`,
    held.stale > 0 &&
      `${many(held.stale, 'One list is', 'lists are')} older than ${RECENT_DAYS} days: ` +
        (held.mode === 'mirror' ? 'renew the mirror folder.' : 'fetch the sources again.'),
  ].filter((sentence) => typeof sentence === 'string')
}
