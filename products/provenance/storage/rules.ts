// When policies run, the totals of a run, and storage metrics. Pure functions.
import type {
  AppliesTo,
  AppliesToPatch,
  CleanupRun,
  RetentionPolicy,
  RetentionPolicyPatch,
  StorageMetrics,
} from '@veritrace/contract/provenance/storage'

const DAY = 24 * 3_600_000
export const RUN_HOUR = 3
/** How long a restored file stays hot before a policy may move it again. */
export const STAYS_RESTORED_DAYS = 7

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY)

/** The next 03:00 UTC. */
export function nextRunAt(now: Date): Date {
  const next = new Date(now)
  next.setUTCHours(RUN_HOUR, 0, 0, 0)
  return next > now ? next : new Date(next.getTime() + DAY)
}

/** A missing filter matches everything. */
export const filtersOf = (applies: AppliesTo = {}) => ({
  kinds: applies.kinds ?? [],
  review_status: applies.review_status ?? [],
  tags: applies.tags ?? [],
  min_size_bytes: applies.min_size_bytes ?? null,
})

/** The filters that a patch changes; null resets a filter (RFC 7396). */
export const filtersAfter = ({ kinds, review_status, tags, min_size_bytes }: AppliesToPatch = {}) => ({
  ...(kinds !== undefined && { kinds: kinds ?? [] }),
  ...(review_status !== undefined && { review_status: review_status ?? [] }),
  ...(tags !== undefined && { tags: tags ?? [] }),
  ...(min_size_bytes !== undefined && { min_size_bytes }),
})

/** Tenants that lost the plan may still make these changes, to stop a policy from deleting. */
export const onlyStops = ({ enabled, dry_run, ...rest }: RetentionPolicyPatch): boolean =>
  Object.keys(rest).length === 0 && enabled !== true && dry_run !== false

/** The result of a run for one evidence row. */
export interface Outcome {
  evidence_id: string
  size_bytes: number
  result: 'done' | 'held' | 'failed'
  reason?: string
}
type Figures = Pick<
  CleanupRun,
  | 'status'
  | 'matched'
  | 'tiered'
  | 'deleted'
  | 'anonymised'
  | 'skipped_hold'
  | 'skipped_error'
  | 'bytes_tiered'
  | 'bytes_deleted'
  | 'errors'
>

export function sumUp(action: RetentionPolicy['action'], outcomes: readonly Outcome[]): Figures {
  const done = outcomes.filter(({ result }) => result === 'done')
  const failed = outcomes.filter(({ result }) => result === 'failed')
  const bytes = done.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const ifFor = (wanted: RetentionPolicy['action'], figure: number) => (action === wanted ? figure : 0)
  return {
    status: failed.length === 0 ? 'succeeded' : failed.length === outcomes.length ? 'failed' : 'partial',
    matched: outcomes.length,
    tiered: ifFor('tier_to_cold', done.length),
    deleted: ifFor('delete', done.length),
    anonymised: ifFor('anonymise', done.length),
    skipped_hold: outcomes.filter(({ result }) => result === 'held').length,
    skipped_error: failed.length,
    bytes_tiered: ifFor('tier_to_cold', bytes),
    bytes_deleted: ifFor('delete', bytes),
    // If the store is down, every file fails: a hundred errors are enough.
    errors: failed.slice(0, 100).map(({ evidence_id, reason = '' }) => ({ evidence_id, reason })),
  }
}

/** Files of one kind in one tier. */
export interface Share {
  kind: StorageMetrics['by_kind'][number]['kind']
  tier: StorageMetrics['by_tier'][number]['tier']
  objects: number
  bytes: number
  oldest_at: Date
}

export function metricsOf(shares: readonly Share[]) {
  const bytesIn = (tier: Share['tier']) => sumOf(shares.filter((share) => share.tier === tier)).bytes
  const oldest = shares.map(({ oldest_at }) => oldest_at.getTime())
  const total = sumOf(shares)
  return {
    total_bytes: total.bytes,
    hot_bytes: bytesIn('hot'),
    // A file that is being restored is still in cold storage.
    cold_bytes: bytesIn('cold') + bytesIn('restoring'),
    object_count: total.objects,
    by_kind: groups(shares, 'kind').map(([kind, of]) => ({ kind, ...sumOf(of) })),
    by_tier: groups(shares, 'tier').map(([tier, of]) => ({ tier, ...sumOf(of) })),
    oldest_at: oldest.length > 0 ? new Date(Math.min(...oldest)).toISOString() : null,
    pending_restores: sumOf(shares.filter(({ tier }) => tier === 'restoring')).objects,
  }
}

const groups = <K extends 'kind' | 'tier'>(shares: readonly Share[], by: K): [Share[K], Share[]][] => [
  ...Map.groupBy(shares, (share) => share[by]),
]

const sumOf = (shares: readonly Share[]) => ({
  objects: shares.reduce((sum, { objects }) => sum + objects, 0),
  bytes: shares.reduce((sum, { bytes }) => sum + bytes, 0),
})
