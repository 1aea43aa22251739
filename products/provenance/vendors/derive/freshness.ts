// How old our knowledge is, and how well its sources respond. Ages are measured in crawl intervals of the source's kind.
import type { Freshness, SourceStatus, VendorSourceStatus } from '../../directory-tables.ts'
import type { SourceFacts } from './facts.ts'
import { REQUIRED_KINDS } from './vocabulary.ts'

const DAY = 24 * 3_600_000
const INTERVAL_DAYS: Readonly<Record<string, number>> = { status: 1 }
const STANDARD_DAYS = 7
const STILL_RECENT = 4
const FAILURES_IN_A_ROW = 3

/** The crawl interval of this kind of source, in milliseconds. */
export const intervalOf = (kind: string): number => (INTERVAL_DAYS[kind] ?? STANDARD_DAYS) * DAY

/** The age in milliseconds from which a source is stale. */
export const staleAfter = (kind: string): number => STILL_RECENT * intervalOf(kind)

export function sourceFreshness(source: Pick<SourceFacts, 'kind' | 'last_success_at'>, now: Date): Freshness {
  if (!source.last_success_at) return 'unavailable'
  const age = now.getTime() - source.last_success_at.getTime()
  if (age <= intervalOf(source.kind)) return 'fresh'
  return age <= staleAfter(source.kind) ? 'recent' : 'stale'
}

export function sourceStatus(source: SourceFacts, now: Date): SourceStatus {
  if (source.status === 'inactive') return 'inactive'
  if (!source.last_crawl_at && !source.last_success_at) return 'pending'
  const since = source.last_success_at ?? source.created_at
  const silent = now.getTime() - since.getTime() > staleAfter(source.kind)
  if (silent || source.failures >= FAILURES_IN_A_ROW) return 'failing'
  return source.failures > 0 || source.soft_404 || !source.last_success_at ? 'degraded' : 'ok'
}

/**
 * The best freshness among the vendor's sources. A status page says nothing about the other topics, so it counts only if
 * there are no other sources.
 */
export function vendorFreshness(sources: readonly SourceFacts[], now: Date): Freshness {
  const speaking = sources.filter((source) => source.kind !== 'status')
  const found = new Set((speaking.length > 0 ? speaking : sources).map((source) => sourceFreshness(source, now)))
  return BEST_FIRST.find((word) => found.has(word)) ?? 'unavailable'
}
const BEST_FIRST = ['fresh', 'recent', 'stale'] as const

/**
 * The worst status among the required kinds, or among all kinds if none of those is present. A kind has the status of its
 * best source. Pending and inactive sources do not count.
 */
export function vendorSourceStatus(sources: readonly SourceFacts[], now: Date): VendorSourceStatus {
  const byKind = new Map<string, Tried>()
  for (const source of sources) {
    const status = sourceStatus(source, now)
    if (status === 'pending' || status === 'inactive') continue
    const known = byKind.get(source.kind)
    if (!known || RANK[status] < RANK[known]) byKind.set(source.kind, status)
  }
  const required = [...byKind].filter(([kind]) => REQUIRED_KINDS.has(kind)).map(([, status]) => status)
  const counted = required.length > 0 ? required : [...byKind.values()]
  return counted.reduce<VendorSourceStatus>(
    (worst, status) => (worst === 'unavailable' || RANK[status] > RANK[worst] ? status : worst),
    'unavailable',
  )
}
type Tried = Exclude<VendorSourceStatus, 'unavailable'>
const RANK: Record<Tried, number> = { ok: 0, degraded: 1, failing: 2 }
