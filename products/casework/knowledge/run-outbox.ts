// Tells the graph what is due: again until it is taken or clearly never will be.
import { createHash } from 'node:crypto'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { JobRun } from '@veritrace/platform/jobs/job'
import { type Held, underLease } from '@veritrace/platform/leases/under-lease'
import { asGraphFailure, GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import { nextStep } from '@veritrace/platform/outside/graph/rules'
import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import { contextGraph } from './graph-client.ts'
import type { Graphs } from './graphs.ts'
import {
  type DueRow,
  dueContext,
  lockHeld,
  markFailed,
  markTold,
  putBack,
  renewContext,
  secondsUntilFree,
  takeDue,
} from './outbox-store.ts'
import type { Projection } from './projection.ts'
import { registerDataset } from './register-dataset.ts'
import { type GraphContext, kindOf } from './rules.ts'
import { deleteEmptyContext, findContext, updateContext } from './store.ts'
import { expectedIds, expectedOf, type Told, tellContext } from './tell-context.ts'

export interface Knowledge extends Pick<Casework, 'db' | 'clock' | 'log' | 'corpusSpace' | 'jobs'> {
  graphs: Graphs
  projections: readonly Projection[]
}

export const PROJECT = 'casework-project'
/** A run ends before the queue ends it; the next one goes on. */
const RUN_MS = 240_000
/** After so many contexts in a row that failed for no reason of their own the rest is left for later. */
const ENOUGH_FAILURES = 3
/** How often it is looked whether there is a graph for the tenant by now. */
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
    const done = await tellUnderLease(deps, (holder) => takeDue(deps.db, now, holder), signal)
    if (!done) return comeBackWhenFree(deps)
    failures = done.failure && done.failure.refusal !== 'refused' ? failures + 1 : 0
  }
}

/** The holder of what is taken may be dead. Its replacement should not wait for the next cron minute. */
async function comeBackWhenFree({ db, jobs, clock }: Knowledge): Promise<void> {
  const seconds = await secondsUntilFree(db)
  if (seconds === undefined) return
  const startAfter = new Date(clock.now().getTime() + seconds * 1000)
  await jobs.add(db, PROJECT, {}, { key: `${PROJECT} when free`, startAfter })
}

interface Outcome {
  told?: Told
  failure?: GraphFailure
}

/** The outcome, written to the row; undefined if there was nothing to take. */
export const tellUnderLease = (
  deps: Knowledge,
  take: (holder: string) => Promise<DueRow | undefined>,
  signal?: AbortSignal,
): Promise<Outcome | undefined> =>
  underLease(
    { take, renew: (row, holder) => renewContext(deps.db, row, holder) },
    (row, held) => tellDue(deps, row, held, signal),
    signal,
  )

type Holding = Held & { holder: string }

async function tellDue(
  deps: Knowledge,
  row: DueRow,
  held: Holding,
  stopping: AbortSignal | undefined,
): Promise<Outcome> {
  const context = { tenant: row.tenant_id, workspace: row.workspace_id, name: row.name }
  try {
    const told = await tell(deps, context, row, held)
    if (!told) {
      await putBack(deps.db, row, held.holder, new Date(deps.clock.now().getTime() + UNCONFIGURED_MS))
      return { failure: new GraphFailure('again', 'No graph is configured for this tenant.') }
    }
    await markTold(deps.db, row, held.holder)
    if (told.statements === 0) await transact(deps.db, (tx) => deleteEmptyContext(tx, context))
    return { told }
  } catch (error) {
    if (held.signal.aborted) {
      // The process stops or the lease is lost: not a failure of the context.
      if (stopping?.aborted) await putBack(deps.db, row, held.holder, deps.clock.now())
      else await tellAgain(deps, context)
      return {}
    }
    const failure = asFailure(error)
    await keepFailure(deps, row, held.holder, failure)
    return { failure }
  }
}

/** A request in flight when the lease was lost may have arrived after those of the next holder. */
async function tellAgain({ db, clock, log, jobs }: Knowledge, context: GraphContext): Promise<void> {
  log.warn(
    { context: context.name, tenant: context.tenant },
    'lost the lease on a context; it is compared with the graph again',
  )
  await transact(db, async (tx) => {
    await dueContext(tx, context, clock.now())
    await jobs.add(tx, PROJECT, {}, { key: PROJECT })
  })
}

/** Undefined where there is no graph to tell. */
async function tell(deps: Knowledge, context: GraphContext, row: DueRow, held: Holding): Promise<Told | undefined> {
  const { signal } = held
  const keep: Keep = (fields) => keepHeld(deps, context, row, held, fields)
  const projection = deps.projections.find(({ kind }) => kind === kindOf(context))
  if (projection?.text) return tellText(deps, { text: projection.text }, context, held, keep)
  const statements = projection?.statements ?? nothing
  const wanted = await expectedIds({ statements }, context, signal)
  const expected = expectedOf(wanted)
  await keep(expected)
  const access = await deps.graphs.of(context.tenant)
  if (!access) return undefined
  const graph = contextGraph(access, context, held)
  if (row.was_left) await graph.settled()
  const told = await tellContext(graph, { statements }, context, wanted, { whole: row.whole, signal })
  await keep(builtNow(deps, expected.digest))
  if (projection?.describe) {
    const described = await projection.describe(context)
    const known = (await findContext(deps.db, context))?.dataset_id ?? null
    const dataset_id = await registerDataset(access, context, known, described, held)
    if (dataset_id !== known) await keep({ dataset_id })
  }
  return told
}

type Keep = (fields: Parameters<typeof updateContext>[2]) => Promise<void>

/** Only while the lease lasts: after that, the next holder knows better. */
const keepHeld = (
  { db }: Knowledge,
  context: GraphContext,
  row: DueRow,
  { holder }: Holding,
  fields: Parameters<Keep>[0],
): Promise<void> =>
  transact(db, async (tx) => {
    if (await lockHeld(tx, row, holder)) await updateContext(tx, context, fields)
  })

/** A kind that nobody projects any more. */
async function* nothing(): AsyncGenerator<never> {}

async function tellText(
  deps: Knowledge,
  projection: Required<Pick<Projection, 'text'>>,
  context: GraphContext,
  held: Holding,
  keep: Keep,
): Promise<Told | undefined> {
  const text = (await projection.text(context)) ?? { prefixes: '', triples: '' }
  const digest = digestOf(text)
  await keep({ digest })
  const access = await deps.graphs.of(context.tenant)
  if (!access) return undefined
  const graph = contextGraph(access, context, held)
  const known = await findContext(deps.db, context)
  const isTold = known?.built_digest === digest && known.statements === (await graph.count())
  if (isTold) return { statements: known.statements, digest, written: 0, deleted: 0 }
  await graph.replace(text)
  // How many statements a text has, only the graph has counted.
  const statements = await graph.count()
  await keep({ statements, ...builtNow(deps, digest) })
  return { statements, digest, written: statements, deleted: 0 }
}

const builtNow = ({ clock }: Knowledge, digest: string) => ({
  built_digest: digest,
  build_id: newId('bld'),
  built_at: clock.now(),
})

/** Our own mistake is kept like a refusal: it must not stand in the way of the other contexts, and is seen in the status. */
function asFailure(error: unknown): GraphFailure {
  try {
    return asGraphFailure(error)
  } catch {
    return new GraphFailure('refused', error instanceof Error ? error.message : String(error))
  }
}

async function keepFailure(
  { db, clock, log }: Knowledge,
  row: DueRow,
  holder: string,
  failure: GraphFailure,
): Promise<void> {
  const attempts = row.attempts + 1
  const { status, wait, returns } = nextStep(failure.refusal, attempts, failure.retryAfter, chanceOf(row, attempts))
  const next_at = new Date(clock.now().getTime() + wait * 1000)
  const last_error = failure.message.slice(0, 500)
  await markFailed(db, row, holder, { status, attempts, last_error, next_at, returns_at: returns ? next_at : null })
  log.warn(
    { context: row.name, tenant: row.tenant_id, status, attempts, reason: failure.message },
    'the graph was not told',
  )
}

/** Spread like chance, the same each time: no two contexts wait equally long. */
const chanceOf = ({ tenant_id, name }: DueRow, attempt: number): number =>
  createHash('sha256').update(`${tenant_id} ${name} ${attempt}`).digest().readUInt32BE() / 2 ** 32
