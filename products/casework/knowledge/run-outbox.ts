// Tells the graph what is due: again until it is taken or clearly never will be.
import { createHash } from 'node:crypto'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { JobRun } from '@veritrace/platform/jobs/job'
import { asGraphFailure, GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import { nextStep } from '@veritrace/platform/outside/graph/rules'
import type { Casework } from '../deps.ts'
import { digestOf } from '../model/digest.ts'
import { contextGraph } from './graph-client.ts'
import type { Graphs } from './graphs.ts'
import { type DueRow, markFailed, markTold, putBack, takeDue } from './outbox-store.ts'
import type { Projection } from './projection.ts'
import { type Described, registerDataset } from './register-dataset.ts'
import { type GraphContext, kindOf } from './rules.ts'
import { deleteEmptyContext, findContext, updateContext } from './store.ts'
import { expectedIds, expectedOf, type Told, tellContext } from './tell-context.ts'

export interface Knowledge extends Pick<Casework, 'db' | 'clock' | 'log' | 'corpusSpace'> {
  graphs: Graphs
  projections: readonly Projection[]
}

/** A list of a hundred thousand things takes minutes. */
export const LEASE_MS = 1_800_000
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
    const row = await takeDue(deps.db, now, new Date(now.getTime() + LEASE_MS))
    if (!row) return
    const { failure } = await tellDue(deps, row, signal)
    failures = failure && failure.refusal !== 'refused' ? failures + 1 : 0
  }
}

/** What became of it, written down at the row. */
export async function tellDue(
  deps: Knowledge,
  row: DueRow,
  signal?: AbortSignal,
): Promise<{ told?: Told; failure?: GraphFailure }> {
  const context = { tenant: row.tenant_id, workspace: row.workspace_id, name: row.name }
  try {
    const told = await tell(deps, context, row.whole, signal)
    if (!told) {
      await putBack(deps.db, row, new Date(deps.clock.now().getTime() + UNCONFIGURED_MS))
      return { failure: new GraphFailure('again', 'No graph is configured for this tenant.') }
    }
    await markTold(deps.db, row)
    if (told.statements === 0) await transact(deps.db, (tx) => deleteEmptyContext(tx, context))
    return { told }
  } catch (error) {
    if (signal?.aborted) {
      // The process stops: that is no failure of the context.
      await putBack(deps.db, row, deps.clock.now())
      return {}
    }
    const failure = asFailure(error)
    await keepFailure(deps, row, failure)
    return { failure }
  }
}

/** Undefined where there is no graph to tell. */
async function tell(
  deps: Knowledge,
  context: GraphContext,
  whole: boolean,
  signal: AbortSignal | undefined,
): Promise<Told | undefined> {
  const projection = deps.projections.find(({ kind }) => kind === kindOf(context))
  if (projection?.text) return tellText(deps, { text: projection.text }, context, signal)
  const statements = projection?.statements ?? nothing
  const wanted = await expectedIds({ statements }, context, signal)
  const expected = expectedOf(wanted)
  await updateContext(deps.db, context, expected)
  const access = await deps.graphs.of(context.tenant)
  if (!access) return undefined
  const told = await tellContext(contextGraph(access, context, signal), { statements }, context, wanted, {
    whole,
    signal,
  })
  await built(deps, context, expected.digest)
  if (projection?.describe) await register(deps, access, context, await projection.describe(context), signal)
  return told
}

async function register(
  { db }: Knowledge,
  access: NonNullable<Awaited<ReturnType<Graphs['of']>>>,
  context: GraphContext,
  described: Described | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const known = (await findContext(db, context))?.dataset_id ?? null
  const dataset_id = await registerDataset(access, context, known, described, signal)
  if (dataset_id !== known) await updateContext(db, context, { dataset_id })
}

/** A kind that nobody projects any more. */
async function* nothing(): AsyncGenerator<never> {}

async function tellText(
  deps: Knowledge,
  projection: Required<Pick<Projection, 'text'>>,
  context: GraphContext,
  signal: AbortSignal | undefined,
): Promise<Told | undefined> {
  const text = (await projection.text(context)) ?? { prefixes: '', triples: '' }
  const digest = digestOf(text)
  await updateContext(deps.db, context, { digest })
  const access = await deps.graphs.of(context.tenant)
  if (!access) return undefined
  const graph = contextGraph(access, context, signal)
  const known = await findContext(deps.db, context)
  const isTold = known?.built_digest === digest && known.statements === (await graph.count())
  if (isTold) return { statements: known.statements, digest, written: 0, deleted: 0 }
  await graph.replace(text)
  // How many statements a text has, only the graph has counted.
  const statements = await graph.count()
  await updateContext(deps.db, context, { statements })
  await built(deps, context, digest)
  return { statements, digest, written: statements, deleted: 0 }
}

const built = ({ db, clock }: Knowledge, context: GraphContext, digest: string): Promise<void> =>
  updateContext(db, context, { built_digest: digest, build_id: newId('bld'), built_at: clock.now() })

/** Our own mistake is kept like a refusal: it must not stand in the way of the other contexts, and is seen in the status. */
function asFailure(error: unknown): GraphFailure {
  try {
    return asGraphFailure(error)
  } catch {
    return new GraphFailure('refused', error instanceof Error ? error.message : String(error))
  }
}

async function keepFailure({ db, clock, log }: Knowledge, row: DueRow, failure: GraphFailure): Promise<void> {
  const attempts = row.attempts + 1
  const { status, wait } = nextStep(failure.refusal, attempts, failure.retryAfter, chanceOf(row, attempts))
  const next_at = new Date(clock.now().getTime() + wait * 1000)
  await markFailed(db, row, { status, attempts, last_error: failure.message.slice(0, 500), next_at })
  log.warn(
    { context: row.name, tenant: row.tenant_id, status, attempts, reason: failure.message },
    'the graph was not told',
  )
}

/** Spread like chance, the same each time: no two contexts wait equally long. */
const chanceOf = ({ tenant_id, name }: DueRow, attempt: number): number =>
  createHash('sha256').update(`${tenant_id} ${name} ${attempt}`).digest().readUInt32BE() / 2 ** 32
