// The collector's work in the background: orders, and what is due by itself.
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
/** Work that ended is shown for a season. */
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

/** Who watches is told after the last try that there will be no other. */
async function extract(deps: Casework, workId: string, { attempt, signal }: JobRun): Promise<void> {
  try {
    await runExtract(deps, workId, signal)
  } catch (error) {
    const errors = [{ code: 'internal', detail: 'The work broke off; the log of the server says why.' }]
    if (attempt > RETRIES) await finishWork(deps.db, workId, 'failed', { errors }, deps.clock.now())
    throw error
  }
}

/** At the start the lists that ship are read where nothing newer stands, then the files of a mirror, if there is one. */
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
