// The collector's status, source by source.
import type { CrawlSource, CrawlStatus } from '@veritrace/contract/casework/collector'
import { iso } from '@veritrace/platform/clock'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { SourceSpec } from '../packs/pack.ts'
import type { WorkRow } from '../work/tables.ts'
import { listWork } from '../work/work-store.ts'
import { AGENT, COLLECTOR_VERSION } from './collect/online.ts'
import { isRead } from './importers/importers.ts'
import { healthOf, nextDue } from './rules.ts'
import { listSourceStates } from './source-store.ts'
import { type CollectorMode, isGraph, isOnline, modeOf, type Sourced, sourcesOf } from './sources.ts'
import { countBySource, type SourceCount } from './status-store.ts'
import type { SourceState } from './tables.ts'

/** Schedule of the refresh job. */
const INTERVAL_HOURS = 1
const MINUTE_OF_HOUR = 17
const MAX_WORK = 50

export async function crawlStatus(deps: Casework, scope: Scope): Promise<CrawlStatus> {
  const mode = modeOf(deps)
  const place = { mode, hasGraph: deps.graphFor !== undefined }
  const states = await listSourceStates(deps.db, deps.corpusSpace)
  const counts = await countBySource(deps.db, deps.corpusSpace)
  const sources = sourcesOf(deps).map((sourced) => viewSource(sourced, place, states, counts))
  const work = await listWork(deps.db, { scope, kinds: ['extract'], limit: MAX_WORK })
  const isIn = (...wanted: WorkRow['state'][]) => work.filter(({ state }) => wanted.includes(state))
  const failing = sources.filter(({ health }) => health === 'failing')
  const running = isIn('running').length
  return {
    collector: {
      state: running > 0 ? 'running' : mode === 'offline' ? 'paused' : failing.length > 0 ? 'degraded' : 'idle',
      mode,
      version: COLLECTOR_VERSION,
      concurrency: 1,
      user_agent: `${AGENT}/${COLLECTOR_VERSION}`,
    },
    schedule:
      mode === 'offline'
        ? { next_run_at: null, interval_hours: null }
        : { next_run_at: nextRun(deps.clock.now()).toISOString(), interval_hours: INTERVAL_HOURS },
    queue: { pending: isIn('queued').length, running, failed: isIn('failed', 'partial').length },
    last_run: viewRun(isIn('succeeded', 'partial', 'failed')[0]),
    sources,
    warnings: warningsOf(mode, sources),
  }
}

const isEnabled = (source: SourceSpec, mode: CollectorMode, hasGraph: boolean): boolean =>
  isGraph(source) ? hasGraph : mode !== 'offline' && isRead(source.importer) && (mode === 'mirror' || isOnline(source))

function viewSource(
  { pack, source }: Sourced,
  { mode, hasGraph }: { mode: CollectorMode; hasGraph: boolean },
  states: readonly SourceState[],
  counts: readonly SourceCount[],
): CrawlSource {
  const isOurs = (row: { pack_id: string; source_id: string }): boolean =>
    row.pack_id === pack.ref.id && row.source_id === source.id
  const state = states.find(isOurs)
  const count = counts.find(isOurs)
  const due = nextDue(state, source.refresh_hours)
  return {
    source_id: source.id,
    pack: pack.ref.id,
    kind: source.kind,
    title: source.title,
    uri: source.uri,
    enabled: isEnabled(source, mode, hasGraph),
    license: source.license.spdx,
    last_attempt_at: iso(state?.last_attempt_at ?? null),
    last_success_at: iso(state?.last_success_at ?? null),
    next_due_at: mode === 'offline' ? null : iso(due),
    http_status: state?.http_status ?? null,
    ...(state?.etag && { etag: state.etag }),
    robots: state?.robots ?? 'not_applicable',
    consecutive_failures: state?.consecutive_failures ?? 0,
    last_error: state?.last_error ?? null,
    entries: count?.entries ?? 0,
    current_entry_id: count?.current_entry_id ?? null,
    changed_last_run: state?.changed_last_run ?? false,
    health: healthOf(state),
  }
}

function nextRun(now: Date): Date {
  const next = new Date(now)
  next.setUTCMinutes(MINUTE_OF_HOUR, 0, 0)
  return next > now ? next : new Date(next.getTime() + INTERVAL_HOURS * 3_600_000)
}

function viewRun(work: WorkRow | undefined): CrawlStatus['last_run'] {
  if (!work) return null
  const count = (field: string): number => Number(work.stats[field] ?? 0)
  return {
    job_id: work.id,
    started_at: iso(work.started_at),
    finished_at: iso(work.finished_at),
    fetched: count('fetched'),
    changed: count('changed'),
    failed: count('failed'),
  }
}

function warningsOf(mode: CollectorMode, sources: readonly CrawlSource[]): string[] {
  if (mode === 'offline') return ['Nothing is fetched: neither CASEWORK_MIRROR_DIR nor CASEWORK_ONLINE is set.']
  return sources
    .filter(({ health }) => health === 'failing' || health === 'degraded')
    .map(({ source_id, last_error }) => `${source_id}: ${last_error?.detail ?? 'failed'}`)
}
