// Background jobs of the collector: requested extractions and the hourly refresh.
import type { Job, JobRun } from '@veritrace/platform/jobs/job'
import type { Casework } from '../deps.ts'
import { finishWork, forgetWork } from '../work/work-store.ts'
import { EXTRACT, queueRefresh } from './collect/request-extract.ts'
import { runExtract } from './collect/run-extract.ts'
import { duePublished } from './published/due-published.ts'
import { isDue } from './rules.ts'
import { listSourceStates } from './source-store.ts'
import { collectedOf, isGraph, modeOf, type Sourced } from './sources.ts'

const RETRIES = 2
/** Finished work stays visible for 90 days. */
const KEPT_MS = 90 * 86_400_000

export const corpusJobs = (deps: Casework): Job[] => [
  {
    name: EXTRACT,
    handle: ({ work_id }: { work_id: string }, run) => extract(deps, work_id, run),
    concurrency: 3,
    isShared: true,
    retries: RETRIES,
    timeoutSeconds: 3600,
  } satisfies Job<{ work_id: string }>,
  { name: 'casework-refresh', handle: () => refreshDue(deps), schedule: '17 * * * *', retries: 1 },
]

/** Marks the work as failed after the last retry, so that clients stop waiting. */
async function extract(deps: Casework, workId: string, { attempt, signal }: JobRun): Promise<void> {
  try {
    await runExtract(deps, workId, signal)
  } catch (error) {
    const errors = [{ code: 'internal', detail: 'The job failed. See the server log.' }]
    if (attempt > RETRIES) await finishWork(deps.db, workId, 'failed', { errors }, deps.clock.now())
    throw error
  }
}

/** At startup, queues the shipped lists that have no newer version, then the files of the mirror, if any. */
export async function refreshAtStart(deps: Casework): Promise<void> {
  await queueRefresh(deps, modeOf(deps) === 'mirror' ? collectedOf(deps) : [], await duePublished(deps))
}

async function refreshDue(deps: Casework): Promise<void> {
  await forgetWork(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS))
  const all = collectedOf(deps).filter(({ source }) => modeOf(deps) !== 'offline' || isGraph(source))
  const states = await listSourceStates(deps.db, deps.corpusSpace)
  const stateOf = ({ pack, source }: Sourced) =>
    states.find(({ pack_id, source_id }) => pack_id === pack.ref.id && source_id === source.id)
  const now = deps.clock.now()
  const due = all.filter((sourced) => isDue(stateOf(sourced), sourced.source.refresh_hours, now))
  await queueRefresh(deps, due)
}
