// Syncs due contexts to the graph, and retries until the graph accepts or definitely rejects them.

import { createHash } from 'node:crypto'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { JobRun } from '@veritrace/platform/jobs/job'
import { type Held, underLease } from '@veritrace/platform/leases/under-lease'
import { asGraphFailure, GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import { isExpected, nextStep } from '@veritrace/platform/outside/graph/rules'
import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import type { GraphContext } from '../model/graph-contexts.ts'
import { contextGraph } from './graph-client.ts'
import type { Graphs } from './graphs.ts'
import {
  type DueRow,
  dueContext,
  lockHeld,
  markFailed,
  markSynced,
  putBack,
  renewContext,
  secondsUntilFree,
  takeDue,
} from './outbox-store.ts'
import type { Projection } from './projection.ts'
import { registerDataset } from './register-dataset.ts'
import { kindOf } from './rules.ts'
import { deleteEmptyContext, findContext, updateContext } from './store.ts'
import { expectedIds, expectedOf, type SyncResult, syncContext } from './sync-context.ts'

export interface Knowledge extends Pick<Casework, 'db' | 'clock' | 'log' | 'corpusSpace' | 'jobs'> {
  graphs: Graphs
  projections: readonly Projection[]
}

export const PROJECT = 'casework-project'
/** A run ends before its job times out; the next run continues. */
const RUN_MS = 240_000
/** After this many consecutive failures that are not rejections, the graph seems to be down and the run ends. */
const ENOUGH_FAILURES = 3
/** How often to check whether a graph has been configured for the tenant. */
const UNCONFIGURED_MS = 300_000

export async function runOutbox(
  deps: Knowledge,
  { signal, stopping }: Partial<Pick<JobRun, 'signal' | 'stopping'>> = {},
): Promise<void> {
  if (!deps.graphs.isOn) return
  const end = deps.clock.now().getTime() + RUN_MS
  let failures = 0
  while (failures < ENOUGH_FAILURES && !signal?.aborted && !stopping?.aborted) {
    const now = deps.clock.now()
    if (now.getTime() > end) return
    const done = await syncUnderLease(deps, (holder) => takeDue(deps.db, now, holder), signal)
    if (!done) return retryWhenFree(deps)
    failures = done.failure && done.failure.refusal !== 'refused' ? failures + 1 : 0
  }
}

/**
 * The holder of a lease may have died, so a job is scheduled for the end of the lease instead of the next cron minute.
 */
async function retryWhenFree({ db, jobs, clock }: Knowledge): Promise<void> {
  const seconds = await secondsUntilFree(db)
  if (seconds === undefined) return
  const startAfter = new Date(clock.now().getTime() + seconds * 1000)
  await jobs.add(db, PROJECT, {}, { key: `${PROJECT} when free`, startAfter })
}

interface Outcome {
  synced?: SyncResult
  failure?: GraphFailure
}

/** Takes a context, syncs it and stores the outcome in its row; undefined if there was nothing to take. */
export const syncUnderLease = (
  deps: Knowledge,
  take: (holder: string) => Promise<DueRow | undefined>,
  signal?: AbortSignal,
): Promise<Outcome | undefined> =>
  underLease(
    { take, renew: (row, holder) => renewContext(deps.db, row, holder) },
    (row, held) => syncDue(deps, row, held, signal),
    signal,
  )

type Holding = Held & { holder: string }

async function syncDue(
  deps: Knowledge,
  row: DueRow,
  held: Holding,
  stopping: AbortSignal | undefined,
): Promise<Outcome> {
  const context = { tenant: row.tenant_id, workspace: row.workspace_id, name: row.name }
  try {
    const synced = await sync(deps, context, row, held)
    if (!synced) {
      await putBack(deps.db, row, held.holder, new Date(deps.clock.now().getTime() + UNCONFIGURED_MS))
      return { failure: new GraphFailure('again', 'No graph is configured for this tenant.') }
    }
    await markSynced(deps.db, row, held.holder)
    if (synced.statements === 0) await transact(deps.db, (tx) => deleteEmptyContext(tx, context))
    return { synced }
  } catch (error) {
    if (held.signal.aborted) {
      // The process is stopping or the lease is lost, which is not a failure of the context.
      if (stopping?.aborted) await putBack(deps.db, row, held.holder, deps.clock.now())
      else await requeue(deps, context)
      return {}
    }
    const failure = asFailure(error)
    await storeFailure(deps, row, held.holder, failure)
    return { failure }
  }
}

/** A request in flight when the lease was lost may have arrived after requests of the next holder, so compare again. */
async function requeue({ db, clock, log, jobs }: Knowledge, context: GraphContext): Promise<void> {
  log.warn(
    { context: context.name, tenant: context.tenant },
    'lost the lease on a context; it will be compared with the graph again',
  )
  await transact(db, async (tx) => {
    await dueContext(tx, context, clock.now())
    await jobs.add(tx, PROJECT, {}, { key: PROJECT })
  })
}

/** Undefined if no graph is configured for the tenant. */
async function sync(
  deps: Knowledge,
  context: GraphContext,
  row: DueRow,
  held: Holding,
): Promise<SyncResult | undefined> {
  const { signal } = held
  const store: Store = (fields) => updateWhileHeld(deps, context, row, held, fields)
  const projection = deps.projections.find(({ kind }) => kind === kindOf(context))
  if (projection?.text) return syncText(deps, { text: projection.text }, context, held, store)
  const statements = projection?.statements ?? nothing
  const wanted = await expectedIds({ statements }, context, signal)
  const expected = expectedOf(wanted)
  await store(expected)
  const access = await deps.graphs.of(context.tenant)
  if (!access) return undefined
  const graph = contextGraph(access, context, held)
  if (row.was_left) await graph.settled()
  const synced = await syncContext(graph, { statements }, context, wanted, { whole: row.whole, signal })
  await store(builtNow(deps, expected.digest))
  if (projection?.describe) {
    const described = await projection.describe(context)
    const known = (await findContext(deps.db, context))?.dataset_id ?? null
    const dataset_id = await registerDataset(access, context, known, described, held)
    if (dataset_id !== known) await store({ dataset_id })
  }
  return synced
}

type Store = (fields: Parameters<typeof updateContext>[2]) => Promise<void>

/** Updates the context only while the lease is held, so that it does not overwrite newer values of the next holder. */
const updateWhileHeld = (
  { db }: Knowledge,
  context: GraphContext,
  row: DueRow,
  { holder }: Holding,
  fields: Parameters<Store>[0],
): Promise<void> =>
  transact(db, async (tx) => {
    if (await lockHeld(tx, row, holder)) await updateContext(tx, context, fields)
  })

/** For a context whose kind has no projection anymore: it should be empty. */
async function* nothing(): AsyncGenerator<never> {}

async function syncText(
  deps: Knowledge,
  projection: Required<Pick<Projection, 'text'>>,
  context: GraphContext,
  held: Holding,
  store: Store,
): Promise<SyncResult | undefined> {
  const text = (await projection.text(context)) ?? { prefixes: '', triples: '' }
  const digest = digestOf(text)
  await store({ digest })
  const access = await deps.graphs.of(context.tenant)
  if (!access) return undefined
  const graph = contextGraph(access, context, held)
  const known = await findContext(deps.db, context)
  const isCurrent = known?.built_digest === digest && known.statements === (await graph.count())
  if (isCurrent) return { statements: known.statements, digest, written: 0, deleted: 0 }
  await graph.replace(text)
  // Only the graph can count the statements of a text.
  const statements = await graph.count()
  await store({ statements, ...builtNow(deps, digest) })
  return { statements, digest, written: statements, deleted: 0 }
}

const builtNow = ({ clock }: Knowledge, digest: string) => ({
  built_digest: digest,
  build_id: newId('bld'),
  built_at: clock.now(),
})

/** Our own errors are treated like rejections: they show in the status and do not block the other contexts. */
function asFailure(error: unknown): GraphFailure {
  try {
    return asGraphFailure(error)
  } catch {
    return new GraphFailure('refused', error instanceof Error ? error.message : String(error))
  }
}

async function storeFailure(
  { db, clock, log }: Knowledge,
  row: DueRow,
  holder: string,
  failure: GraphFailure,
): Promise<void> {
  const attempts = row.attempts + 1
  const step = nextStep(failure.refusal, attempts, failure.retryAfter, chanceOf(row, attempts))
  const { status, wait, returns } = step
  const next_at = new Date(clock.now().getTime() + wait * 1000)
  const last_error = failure.message.slice(0, 500)
  await markFailed(db, row, holder, { status, attempts, last_error, next_at, returns_at: returns ? next_at : null })
  const level = isExpected(step, attempts) ? 'info' : 'warn'
  log[level](
    { context: row.name, tenant: row.tenant_id, status, attempts, reason: failure.message },
    'graph sync failed',
  )
}

/** A pseudo-random but repeatable number, so that no two contexts wait equally long. */
const chanceOf = ({ tenant_id, name }: DueRow, attempt: number): number =>
  createHash('sha256').update(`${tenant_id} ${name} ${attempt}`).digest().readUInt32BE() / 2 ** 32
