// Work of the projection that nobody waits for.
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
    // Every minute there is another one; tries are counted for each context, not for the run.
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

/** Who watches is told after the last try that there will be no other. */
async function rebuild(deps: Knowledge, workId: string, { attempt, signal }: JobRun): Promise<void> {
  try {
    await runRebuild(deps, workId, signal)
  } catch (error) {
    const errors = [{ code: 'internal', detail: 'The work broke off; the log of the server says why.' }]
    if (attempt > RETRIES) await finishWork(deps.db, workId, 'failed', { errors }, deps.clock.now())
    throw error
  }
}
