// Asking for the graph to be told anew: one such order at a time for each workspace.
import type { RebuildOrder } from '@veritrace/contract/casework/graph'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { newId } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { viewWork } from '../work/view.ts'
import { addWork, listOpenWork } from '../work/work-store.ts'
import { findContexts, placesOf } from './find-contexts.ts'
import { contextGraph } from './graph-client.ts'
import { lockRebuilds } from './outbox-store.ts'
import { type Present, reach } from './read-status.ts'
import { contextIri, type GraphContext, kindOf } from './rules.ts'
import type { Knowledge } from './run-outbox.ts'
import { listContexts } from './store.ts'
import { compareIds, expectedIds } from './tell-context.ts'

export const REBUILD = 'casework-rebuild'

export interface RebuildInput {
  mode: RebuildOrder['mode']
  contexts: GraphContext[]
}

type Deps = Knowledge & Pick<Casework, 'jobs' | 'events' | 'packs'>

export async function requestRebuild(deps: Deps, present: Present, caller: Caller, order: RebuildOrder) {
  const scope = scopeOf(caller)
  const contexts = choose(await findContexts(deps, scope), order.contexts)
  if (order.dry_run) return { job: null, plan: await compareNow(deps, contexts, order.mode) }
  const { reachable, said } = await reach(deps, scope)
  if (!reachable) fail('graph_unavailable', `The graph is ${said.status}.`, {}, { 'retry-after': '30' })
  const plan = await planOf(deps, present, contexts, caller, order.mode)
  const job = await transact(deps.db, async (tx) => {
    await lockRebuilds(tx, scope)
    const open = await listOpenWork(tx, 'rebuild')
    const running = open.find((work) => work.tenant_id === scope.tenant && work.workspace_id === scope.workspace)
    if (running) fail('job_in_progress', `${running.id} is under way.`, { job_id: running.id })
    const input: RebuildInput = { mode: order.mode, contexts }
    const id = newId('job')
    const work = await addWork(
      tx,
      { id, kind: 'rebuild', scope, requestedBy: caller.actor.label, unit: 'contexts', input: { ...input } },
      deps.clock.now(),
    )
    await deps.jobs.add(tx, REBUILD, { work_id: id }, { key: id })
    await deps.events.record(tx, caller, {
      action: 'graph.rebuild',
      resource: { type: 'job', id, label: 'Graph rebuild' },
      data: { mode: order.mode, contexts: contexts.length },
    })
    return viewWork(work)
  })
  return { job, plan }
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

/** By what was counted last; what has never been told is not counted yet. */
async function planOf(
  deps: Deps,
  present: Present,
  contexts: readonly GraphContext[],
  caller: Caller,
  mode: RebuildOrder['mode'],
): Promise<Plan> {
  const chosen = new Set(contexts.map(contextIri))
  const listed = await listContexts(deps.db, placesOf(deps, scopeOf(caller)))
  const rows = listed.map((row) => ({
    ...row,
    id: contextIri({ tenant: row.tenant_id, workspace: row.workspace_id, name: row.name }),
  }))
  const counts = await present(listed)
  const plan: Plan = { contexts: contexts.map(({ name }) => name), statements_to_write: 0, statements_to_delete: 0 }
  if (mode === 'validate') return plan
  for (const { id, statements } of rows.filter((row) => chosen.has(row.id))) {
    const there = counts?.get(id) ?? 0
    plan.statements_to_write += mode === 'full' ? statements : Math.max(0, statements - there)
    plan.statements_to_delete += Math.max(0, there - statements)
  }
  return plan
}

/** Against the graph as it is; where it does not answer, all would be written. */
async function compareNow(deps: Deps, contexts: readonly GraphContext[], mode: RebuildOrder['mode']): Promise<Plan> {
  const plan: Plan = { contexts: contexts.map(({ name }) => name), statements_to_write: 0, statements_to_delete: 0 }
  if (mode === 'validate') return plan
  for (const context of contexts) {
    const statements = deps.projections.find(({ kind }) => kind === kindOf(context))?.statements
    if (!statements) continue
    const wanted = await expectedIds({ statements }, context)
    const access = await deps.graphs.of(context.tenant)
    const found = access && (await compareIds(contextGraph(access, context), wanted).catch(() => undefined))
    plan.statements_to_write += mode === 'full' ? wanted.size : (found?.missing.size ?? wanted.size)
    plan.statements_to_delete += found?.extra.length ?? 0
  }
  return plan
}
