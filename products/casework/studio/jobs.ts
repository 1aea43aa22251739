// Resumes interrupted pipelines, and deletes expired generations.
import type { Job, JobRun } from '@veritrace/platform/jobs/job'
import type { Studio } from './deps.ts'
import { deleteExpired, failPipeline, findGeneration, secondsUntilFree } from './generations/store.ts'
import type { Pipelines } from './pipeline/pipelines.ts'
import { addResumeJob, PIPELINE, type PipelineJob } from './pipeline/start-pipeline.ts'

const RETRIES = 4

export const studioJobs = (deps: Studio, pipelines: Pipelines): Job[] => [
  {
    name: PIPELINE,
    handle: (order: PipelineJob, run) => resume(deps, pipelines, order, run),
    concurrency: 3,
    isShared: true,
    retries: RETRIES,
    backoffSeconds: 10,
    timeoutSeconds: 180,
  },
  {
    name: 'casework-generations-expire',
    handle: async () => {
      await deleteExpired(deps.db, deps.clock.now())
    },
    schedule: '17 3 * * *',
  },
]

async function resume(
  deps: Studio,
  pipelines: Pipelines,
  { tenant, workspace, id }: PipelineJob,
  { attempt }: Pick<JobRun, 'attempt'>,
): Promise<void> {
  const scope = { tenant, workspace }
  const worked = await pipelines.run(scope, id)
  const row = await findGeneration(deps.db, scope, id)
  if (row?.state !== 'running') return
  if (!worked) return addResumeJob(deps, deps.db, scope, id, await secondsUntilFree(deps.db, scope, id))
  if (attempt > RETRIES) return failPipeline(deps.db, scope, id, 'The pipeline could not be completed.')
  throw new Error(`The pipeline ${id} must be retried`)
}
