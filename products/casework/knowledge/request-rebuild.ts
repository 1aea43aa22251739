// Requests a rebuild of the graph. Each workspace can have one rebuild at a time.

import type { RebuildOrder } from '@veritrace/contract/casework/graph'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import type { GraphContext } from '../model/graph-contexts.ts'
import { scopeOf } from '../model/scope.ts'
import { viewWork } from '../work/view.ts'
import { addWork, listOpenWork } from '../work/work-store.ts'
import { findContexts, placesOf } from './find-contexts.ts'
import { contextGraph } from './graph-client.ts'
import { lockRebuilds } from './outbox-store.ts'
import { type Present, reach } from './read-status.ts'
import { contextIri, kindOf } from './rules.ts'
import type { Knowledge } from './run-outbox.ts'
import { listContexts } from './store.ts'
import { compareIds, expectedIds } from './sync-context.ts'

export const REBUILD = 'casework-rebuild'

export interface RebuildInput {
  mode: RebuildOrder['mode']
  contexts: GraphContext[]
}

type Deps = Knowledge & Pick<Casework, 'jobs' | 'events' | 'packs'>

export async function requestRebuild(deps: Deps, present: Present, caller: Caller, order: RebuildOrder) {
  const scope = scopeOf(caller)
  const contexts = choose(await findContexts(deps, scope), order.contexts)
  if (order.dry_run) return { job: null, plan: await compareNow(deps, present, contexts, caller, order.mode) }
  const { reachable, report } = await reach(deps, scope)
  if (!reachable) fail('graph_unavailable', `The graph is ${report.status}.`, {}, { 'retry-after': '30' })
  const plan = await planOf(deps, present, contexts, caller, order.mode)
  return transact(deps.db, async (tx) => {
    await lockRebuilds(tx, scope)
    const open = await listOpenWork(tx, 'rebuild')
    const running = open.find((work) => work.tenant_id === scope.tenant && work.workspace_id === scope.workspace)
    if (running) fail('job_in_progress', `The rebuild ${running.id} is still in progress.`, { job_id: running.id })
    const input: RebuildInput = { mode: order.mode, contexts }
    const id = newId('job')
    const work = await addWork(
      tx,
      { id, kind: 'rebuild', scope, requestedBy: caller.actor.label, unit: 'contexts', input: { ...input } },
      deps.clock.now(),
    )
    await deps.jobs.add(tx, REBUILD, { tenant: scope.tenant, work_id: id }, { key: id })
    await deps.events.record(tx, caller, {
      action: 'graph.rebuild',
      resource: { type: 'job', id, label: 'Graph rebuild' },
      data: { mode: order.mode, contexts: contexts.length },
    })
    return { job: viewWork(work), plan }
  })
}

function choose(all: readonly GraphContext[], wanted: readonly string[] | undefined): GraphContext[] {
  const isNamed = (context: GraphContext, text: string) => context.name === text || contextIri(context) === text
  const missing = wanted?.find((text) => !all.some((context) => isNamed(context, text)))
  if (missing !== undefined) notFound('context', missing)
  return all.filter((context) => !wanted || wanted.some((text) => isNamed(context, text)))
}

interface Plan {
  contexts: string[]
  statements_to_write: number
  statements_to_delete: number
}

const ofContexts = (contexts: readonly GraphContext[]): Plan => ({
  contexts: contexts.map(({ name }) => name),
  statements_to_write: 0,
  statements_to_delete: 0,
})

type Part = Omit<Plan, 'contexts'>

const add = (plan: Plan, { statements_to_write, statements_to_delete }: Part): void => {
  plan.statements_to_write += statements_to_write
  plan.statements_to_delete += statements_to_delete
}

/** Plans with `look`, or with the last counts if `look` returns nothing. */
async function planOf(
  deps: Deps,
  present: Present,
  contexts: readonly GraphContext[],
  caller: Caller,
  mode: RebuildOrder['mode'],
  look: (context: GraphContext) => Promise<Part | undefined> = async () => undefined,
): Promise<Plan> {
  const plan = ofContexts(contexts)
  if (mode === 'validate') return plan
  const counted = await countedOf(deps, present, caller, mode)
  for (const context of contexts) add(plan, (await look(context)) ?? counted(context))
  return plan
}

/** Contexts that were never synced count as empty. */
async function countedOf(
  deps: Deps,
  present: Present,
  caller: Caller,
  mode: RebuildOrder['mode'],
): Promise<(context: GraphContext) => Part> {
  const listed = await listContexts(deps.db, placesOf(deps, scopeOf(caller)))
  const expected = new Map(
    listed.map((row) => [
      contextIri({ tenant: row.tenant_id, workspace: row.workspace_id, name: row.name }),
      row.statements,
    ]),
  )
  const counts = await present(listed)
  return (context) => {
    const statements = expected.get(contextIri(context)) ?? 0
    const there = counts?.get(contextIri(context)) ?? 0
    return {
      statements_to_write: mode === 'full' ? statements : Math.max(0, statements - there),
      statements_to_delete: Math.max(0, there - statements),
    }
  }
}

/** The time limit of a dry run. Contexts that could not be compared in time are estimated from counts. */
const COMPARED_MS = 3_000

/** Compares with the current graph. If it does not respond, everything would be written. */
function compareNow(
  deps: Deps,
  present: Present,
  contexts: readonly GraphContext[],
  caller: Caller,
  mode: RebuildOrder['mode'],
): Promise<Plan> {
  const signal = AbortSignal.timeout(COMPARED_MS)
  return planOf(deps, present, contexts, caller, mode, (context) => compared(deps, context, mode, signal))
}

/** Undefined if the time limit was reached. */
async function compared(
  deps: Deps,
  context: GraphContext,
  mode: RebuildOrder['mode'],
  signal: AbortSignal,
): Promise<Part | undefined> {
  const statements = deps.projections.find(({ kind }) => kind === kindOf(context))?.statements
  if (!statements) return { statements_to_write: 0, statements_to_delete: 0 }
  try {
    const wanted = await expectedIds({ statements }, context, signal)
    const access = await deps.graphs.of(context.tenant)
    const found = access && (await compareIds(contextGraph(access, context, { signal }), wanted).catch(() => undefined))
    if (!found && signal.aborted) return undefined
    return {
      statements_to_write: mode === 'full' ? wanted.size : (found?.missing.size ?? wanted.size),
      statements_to_delete: found?.extra.length ?? 0,
    }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
