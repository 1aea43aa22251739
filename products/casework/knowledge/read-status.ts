// The status of the graph: what it should contain according to the tables, what it contains, and what is pending.
import type { GraphProjection, GraphStatus } from '@veritrace/contract/casework/graph'
import { iso } from '@veritrace/platform/clock'
import type { Scope } from '../model/space.ts'
import { viewWork } from '../work/view.ts'
import { listWork } from '../work/work-store.ts'
import { placesOf } from './find-contexts.ts'
import { askHealth, countContexts } from './graph-client.ts'
import { countOutbox } from './outbox-store.ts'
import { contextIri, spaceOfPlace, stateOf } from './rules.ts'
import type { Knowledge } from './run-outbox.ts'
import { type ListedContext, listContexts, listShapeReports, readModelOf } from './store.ts'

const ASK_MS = 5_000
const JOBS = 10

/** The number of statements by context IRI, counted in the graph; null if it does not respond. */
export type Present = (contexts: readonly ListedContext[]) => Promise<ReadonlyMap<string, number> | null>

export async function readStatus(deps: Knowledge, present: Present, scope: Scope): Promise<GraphStatus> {
  const places = placesOf(deps, scope)
  const spaces = places.map(spaceOfPlace)
  const rows = await listContexts(deps.db, places)
  const [health, counts] = [await reach(deps, scope), await present(rows)]
  const [outbox, shapes, model, jobs] = [
    await countOutbox(deps.db, places),
    await listShapeReports(deps.db, places),
    await readModelOf(deps.db, scope, spaces),
    await listWork(deps.db, { scope, kinds: ['rebuild'], limit: JOBS }),
  ]
  const now = deps.clock.now()
  const waited = outbox.oldest_at ? now.getTime() - outbox.oldest_at.getTime() : 0
  return {
    reachable: health.reachable,
    health: health.report,
    contexts: rows.map((row) => viewContext(row, counts, now)),
    outbox: { ...outbox, oldest_at: iso(outbox.oldest_at) },
    shapes: shapes.map((row) => ({
      shape_id: row.shape_id,
      name: row.shape_name,
      context: row.name,
      conforms: row.conforms,
      violations: row.violations,
      validated_at: row.validated_at.toISOString(),
    })),
    read_model: { ...model, lag_seconds: Math.max(0, Math.floor(waited / 1000)) },
    jobs: jobs.map(viewWork),
  }
}

/** Whether the graph responds for this workspace, with its own health report. */
export async function reach(
  { graphs }: Pick<Knowledge, 'graphs'>,
  { tenant }: Scope,
): Promise<{ reachable: boolean; report: Record<string, unknown> }> {
  try {
    const access = await graphs.of(tenant)
    if (!access) return { reachable: false, report: { status: 'not configured' } }
    const report = await askHealth(access, AbortSignal.timeout(ASK_MS))
    return { reachable: report.status !== 'down', report }
  } catch (error) {
    return { reachable: false, report: { status: 'down', reason: error instanceof Error ? error.message : 'unknown' } }
  }
}

/** Counting a large graph takes a moment, so counts are cached for a few seconds or until the next sync. */
export function openPresent({ graphs, clock, log }: Knowledge, cacheMs = 2_000): Present {
  const cache = new Map<string, { until: number; counts: Promise<[string, number][]> }>()
  const countCached = (rows: readonly ListedContext[]): Promise<[string, number][]> => {
    const now = clock.now().getTime()
    for (const [key, { until }] of cache) if (until <= now) cache.delete(key)
    const key = JSON.stringify(rows.map((row) => [row.tenant_id, row.workspace_id, row.name, row.build_id]))
    const found = cache.get(key) ?? { until: now + cacheMs, counts: count(rows) }
    cache.set(key, found)
    found.counts.catch(() => cache.delete(key))
    return found.counts
  }
  const count = async (rows: readonly ListedContext[]): Promise<[string, number][]> => {
    const { tenant_id: tenant, workspace_id: workspace } = rows[0]!
    const access = await graphs.of(tenant)
    if (!access) throw new Error('No graph is configured.')
    const found = await countContexts(access, { tenant, workspace }, AbortSignal.timeout(4 * ASK_MS))
    return found.map(([name, number]) => [contextIri({ tenant, workspace, name }), number])
  }
  return async (contexts) => {
    const places = Map.groupBy(contexts, ({ tenant_id, workspace_id }) => `${tenant_id} ${workspace_id}`)
    try {
      const counts: [string, number][] = []
      for (const rows of places.values()) counts.push(...(await countCached(rows)))
      return new Map(counts)
    } catch (error) {
      log.debug({ error }, 'counting the graph failed')
      return null
    }
  }
}

function viewContext(row: ListedContext, counts: ReadonlyMap<string, number> | null, now: Date): GraphProjection {
  const context_id = contextIri({ tenant: row.tenant_id, workspace: row.workspace_id, name: row.name })
  const present = counts ? (counts.get(context_id) ?? 0) : null
  const drift = present === null ? null : row.statements - present
  return {
    context_id,
    name: row.name,
    kind: row.kind,
    statements_expected: row.statements,
    statements_present: present,
    drift,
    digest_match: row.digest !== '' && row.digest === row.built_digest && (drift ?? 0) === 0,
    state: stateOf({ ...row, leased: row.leased_until !== null && row.leased_until > now, drift }),
    error: row.last_error || null,
    built_at: iso(row.built_at),
    build_id: row.build_id,
  }
}
