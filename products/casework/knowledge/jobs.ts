// Background jobs of the projection.
import type { Job, JobRun } from '@veritrace/platform/jobs/job'
import { finishWork } from '../work/work-store.ts'
import { REBUILD } from './request-rebuild.ts'
import { type Knowledge, PROJECT, runOutbox } from './run-outbox.ts'
import { runRebuild } from './run-rebuild.ts'

const RETRIES = 2

export const knowledgeJobs = (deps: Knowledge): Job[] => [
  {
    name: PROJECT,
    schedule: '* * * * *',
    concurrency: 1,
    // The job runs every minute, and attempts are counted per context, so the job itself needs no retries.
    retries: 0,
    timeoutSeconds: 3600,
    handle: (_: object, run) => runOutbox(deps, run),
  },
  {
    name: REBUILD,
    handle: ({ work_id }: { work_id: string }, run) => rebuild(deps, work_id, run),
    concurrency: 3,
    isShared: true,
    retries: RETRIES,
    timeoutSeconds: 3600,
  } satisfies Job<{ work_id: string }>,
]

/** After the last attempt, the work is marked failed so that the caller does not keep waiting. */
async function rebuild(deps: Knowledge, workId: string, { attempt, signal }: JobRun): Promise<void> {
  try {
    await runRebuild(deps, workId, signal)
  } catch (error) {
    const errors = [{ code: 'internal', detail: 'The job stopped with an internal error. See the server log.' }]
    if (attempt > RETRIES) await finishWork(deps.db, workId, 'failed', { errors }, deps.clock.now())
    throw error
  }
}
