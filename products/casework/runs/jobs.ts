// Background jobs: execute runs, fail abandoned runs, and reevaluate cases whose lists or rules have changed.
import type { Job, JobRun } from '@veritrace/platform/jobs/job'
import type { Casework } from '../deps.ts'
import { REEVALUATE, RUN, type RunOrder } from '../model/run-order.ts'
import { failRun } from './fail-run.ts'
import { reevaluateStale } from './reevaluate.ts'
import { isUnderWay } from './rules.ts'
import { type RunDeps, runCase } from './run-case.ts'
import { findOrdered } from './store.ts'

const RETRIES = 2
const INTERNAL_ERROR = { code: 'internal', detail: 'The run stopped with an internal error. See the server log.' }

export const runsJobs = (deps: RunDeps): Job[] => [
  {
    name: RUN,
    handle: (order: RunOrder, run) => handle(deps, order, run),
    concurrency: 3,
    isShared: true,
    retries: RETRIES,
    timeoutSeconds: 900,
  } satisfies Job<RunOrder>,
  { name: REEVALUATE, handle: () => reevaluateStale(deps), schedule: '*/10 * * * *', concurrency: 1, retries: 1 },
  { name: 'casework-dead-runs', handle: () => failDeadRuns(deps), schedule: '*/5 * * * *', concurrency: 1, retries: 0 },
]

/** After the last attempt, the run is marked failed so that the caller does not keep waiting. */
async function handle(deps: RunDeps, order: RunOrder, { attempt, signal }: JobRun): Promise<void> {
  try {
    await runCase(deps, order, signal)
  } catch (error) {
    const scope = { tenant: order.tenant, workspace: order.workspace }
    const run = attempt > RETRIES ? await findOrdered(deps.db, scope, order.run_id) : undefined
    if (run) await failRun(deps, scope, run, INTERNAL_ERROR)
    throw error
  }
}

/** Covers a process that died during the last attempt and could not mark the run as failed itself. */
async function failDeadRuns(deps: Casework): Promise<void> {
  for (const { data, comesBack } of await deps.jobs.deadLetters(RUN)) {
    if (comesBack) continue
    const { tenant, workspace, run_id } = data as RunOrder
    const run = await findOrdered(deps.db, { tenant, workspace }, run_id)
    if (run && isUnderWay(run.state)) await failRun(deps, { tenant, workspace }, run, INTERNAL_ERROR)
  }
}
