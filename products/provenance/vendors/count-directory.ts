// Statistics of the directory. Counting reads whole tables, so the result is cached for a few seconds.
import type { PublicStats } from '@veritrace/contract/provenance/public-stats'
import { iso } from '@veritrace/platform/clock'
import type { Provenance } from '../deps.ts'
import { staleAfter } from './derive/freshness.ts'
import { countSources, countVendors, countWork } from './stats-store.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>
const CACHE_MS = 15_000
const WEEK = 7 * 24 * 3_600_000

/** Counts at most once per cache interval, also for concurrent callers. */
export function openStats(deps: Deps): () => Promise<PublicStats> {
  let last: { at: number; stats: Promise<PublicStats> } | undefined
  return () => {
    const now = deps.clock.now().getTime()
    if (last && now - last.at < CACHE_MS) return last.stats
    const counted = { at: now, stats: countDirectory(deps) }
    last = counted
    // Failures are not cached.
    counted.stats.catch(() => {
      if (last === counted) last = undefined
    })
    return counted.stats
  }
}

async function countDirectory({ db, clock }: Deps): Promise<PublicStats> {
  const now = clock.now().getTime()
  const staleBefore = { status: new Date(now - staleAfter('status')), others: new Date(now - staleAfter('')) }
  const [vendors, sources, work] = await Promise.all([
    countVendors(db),
    countSources(db, staleBefore),
    countWork(db, new Date(now), new Date(now - WEEK)),
  ])
  const crawls = sources.map(({ last_crawl_at }) => last_crawl_at).filter((moment) => moment !== null)
  return {
    ...vendors,
    ...work,
    stale_crawled_docs: sources.reduce((sum, { stale }) => sum + stale, 0),
    last_crawl_at: iso(crawls.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null),
    source_kind_counts: Object.fromEntries(
      sources.filter(({ active }) => active > 0).map(({ kind, active }) => [kind, active]),
    ),
  }
}
