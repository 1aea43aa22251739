// What follows from facts about entries and sources. Pure.
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

/** The moments between which something is that fresh: not before the first, before the second. */
export function agesOf(freshness: Freshness, now: Date): { since?: Date; until?: Date; undated?: true } {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
  if (freshness === 'fresh') return { since: ago(FRESH_DAYS) }
  if (freshness === 'recent') return { since: ago(RECENT_DAYS), until: ago(FRESH_DAYS) }
  return freshness === 'stale' ? { until: ago(RECENT_DAYS) } : { undated: true }
}

export const SAMPLE_VERSION = 'sample'
/** A file that names less than this share of what the list is known to hold was cut off, or is another one. */
const LEAST_SHARE = 0.5

/** Whether what a version does not name is not in the list. `known`: how much the list is known to hold, 0 if it is not. */
export function completenessOf(
  source: { version_label: string; complete?: boolean },
  { facts, rejected }: { facts: number; rejected: number },
  known: number,
): Completeness {
  if (source.version_label === SAMPLE_VERSION) return 'sample'
  return source.complete && rejected === 0 && facts > 0 && facts >= known * LEAST_SHARE ? 'complete' : 'partial'
}

/** Why a list that is meant to be complete is not taken for it, apart from rows that were rejected. */
export const gapOf = (
  completeness: Completeness,
  { facts, rejected }: { facts: number; rejected: number },
  known: number,
) =>
  completeness === 'partial' && rejected === 0 && known > 0
    ? `it names ${facts} of the ${known} objects that the list is known to hold: what it leaves out counts as unknown`
    : ''

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
  partial: number
  degraded: number
  failed: number
  mode: 'online' | 'mirror' | 'offline'
}

const LOAD = 'run npm run corpus -- load, or set CASEWORK_MIRROR_DIR or CASEWORK_ONLINE'

/** What an operator could do next, most useful first. */
export function recommend(held: Held): string[] {
  const many = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`)
  return [
    !held.has_catalog && `No list is loaded: ${LOAD}.`,
    held.has_catalog &&
      held.only_samples &&
      `Only samples are loaded: what they leave out has no level. To have the real lists, ${LOAD}.`,
    held.failed > 0 && `${many(held.failed, 'One file', 'files')} could not be read: see their entries.`,
    held.partial > 0 &&
      `${many(held.partial, 'One list', 'lists')} may be incomplete: what ${held.partial === 1 ? 'it leaves' : 'they leave'} out has no level.`,
    held.degraded > 0 && `${many(held.degraded, 'One entry', 'entries')} had rows rejected: see their samples.`,
    held.stale > 0 &&
      `${many(held.stale, 'One list is', 'lists are')} older than ${RECENT_DAYS} days: ` +
        (held.mode === 'mirror' ? 'renew the mirror folder.' : 'fetch the sources again.'),
  ].filter((sentence) => typeof sentence === 'string')
}
