// Rebuilds or validates the requested named graphs one after the other, and reports progress.

import { setTimeout as pause } from 'node:timers/promises'
import { transact } from '@veritrace/platform/db/transact'
import { LEASE_SECONDS } from '@veritrace/platform/leases/under-lease'
import type { GraphContext } from '../model/graph-contexts.ts'
import { finishWork, progressWork, startWork } from '../work/work-store.ts'
import { contextGraph } from './graph-client.ts'
import { dueContext, takeContext } from './outbox-store.ts'
import type { RebuildInput } from './request-rebuild.ts'
import { kindOf } from './rules.ts'
import { type Knowledge, syncUnderLease } from './run-outbox.ts'
import { digestOfIds } from './statement-id.ts'
import { updateContext, upsertShapeReport } from './store.ts'
import { expectedIds, expectedOf } from './sync-context.ts'

const POLL_MS = 1_000

interface Sum {
  written: number
  deleted: number
  violations: number
}

export async function runRebuild(deps: Knowledge, workId: string, signal: AbortSignal): Promise<void> {
  const work = await startWork(deps.db, workId, deps.clock.now())
  if (!work) return
  const { mode, contexts } = work.input as unknown as RebuildInput
  const sum: Sum = { written: 0, deleted: 0, violations: 0 }
  const errors: { code: string; detail: string }[] = []
  for (const [done, context] of contexts.entries()) {
    if (signal.aborted) return
    if (!(await progressWork(deps.db, workId, { done, total: contexts.length, stats: { ...sum } }))) return
    const problem =
      mode === 'validate'
        ? await validate(deps, context, sum, signal)
        : await resync(deps, context, mode === 'full', sum, signal)
    if (problem) errors.push({ code: 'context_failed', detail: `${context.name}: ${problem}` })
  }
  if (signal.aborted) return
  await progressWork(deps.db, workId, { done: contexts.length, total: contexts.length })
  const state = errors.length === 0 ? 'succeeded' : errors.length < contexts.length ? 'partial' : 'failed'
  await finishWork(deps.db, workId, state, { stats: { ...sum }, errors: errors.slice(0, 100) }, deps.clock.now())
}

/** Returns the problem, or undefined if the context was synced. */
async function resync(
  deps: Knowledge,
  context: GraphContext,
  whole: boolean,
  sum: Sum,
  signal: AbortSignal,
): Promise<string | undefined> {
  const now = deps.clock.now()
  await transact(deps.db, (tx) => dueContext(tx, context, now, { whole }))
  const done = await syncInTime(deps, context, signal)
  if (!done) return 'Another worker is syncing this graph and will sync it once more afterwards.'
  sum.written += done.synced?.written ?? 0
  sum.deleted += done.synced?.deleted ?? 0
  return done.failure?.message
}

/** Waits for the end of a lease, because its holder may have died. A live holder will sync the context itself. */
async function syncInTime(deps: Knowledge, context: GraphContext, signal: AbortSignal) {
  const end = performance.now() + LEASE_SECONDS * 1000
  for (;;) {
    const done = await syncUnderLease(deps, (holder) => takeContext(deps.db, context, holder), signal)
    if (done || performance.now() > end) return done
    await pause(POLL_MS, undefined, { signal })
  }
}

/** Compares every id, and validates the content against the shapes of its pack. */
async function validate(
  deps: Knowledge,
  context: GraphContext,
  sum: Sum,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const access = await deps.graphs.of(context.tenant)
    if (!access) return 'No graph is configured for this tenant.'
    const graph = contextGraph(access, context, { signal })
    const projection = deps.projections.find(({ kind }) => kind === kindOf(context))
    if (projection?.statements) {
      const wanted = await expectedIds({ statements: projection.statements }, context, signal)
      const built_digest = digestOfIds(await Array.fromAsync(graph.ids()))
      await updateContext(deps.db, context, { ...expectedOf(wanted), built_digest })
    }
    const shape = await projection?.shapes?.(context)
    if (!shape) return undefined
    const { shapeId, conforms, violations } = await graph.validate(shape)
    sum.violations += violations
    await upsertShapeReport(deps.db, {
      tenant_id: context.tenant,
      workspace_id: context.workspace,
      name: context.name,
      shape_id: shapeId,
      shape_name: shape.name,
      conforms,
      violations,
      validated_at: deps.clock.now(),
    })
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    return error instanceof Error ? error.message : String(error)
  }
}
