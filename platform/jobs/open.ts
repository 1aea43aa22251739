// The job queue in the database, implemented with pg-boss.
import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { afterCommit } from '../db/transact.ts'
import { doorbellOf } from '../events/doorbell.ts'
import { newRequestId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Job, Jobs } from './job.ts'
import { giveBackLost, putBackDeadLetters } from './lost.ts'
import { DEAD_LETTERS, LEASE_SECONDS, makeBoss, prepareQueues, prepareSchedules } from './queues.ts'
import { listDeadLetters, listReady } from './store.ts'
import { type OnEnd, startWorker, type Worker } from './worker.ts'

export interface JobsOptions {
  database: Database
  /** All jobs that this process may add or run. */
  jobs: readonly Job[]
  clock: Clock
  log: Log
  /** How long running jobs may take to finish when the process stops. Default: 10 s. */
  drainMs?: number
  /** How often lost jobs and schedules are checked. Default: 30 s. */
  beatSeconds?: number
  onEnd?: OnEnd
}

const POLL_MS = 500
const DEAD_LETTERS_MS = 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Creates missing queues. From here on jobs can be added, even in processes that never run them. */
export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const { database, jobs, clock, log } = options
  const known = new Map(jobs.map((job) => [job.name, job]))
  const doorbell = doorbellOf(database, log)
  const boss = makeBoss(database, log, { keeper: false, beat: options.beatSeconds ?? LEASE_SECONDS })
  await boss.start()
  await prepareQueues(boss, jobs)
  let workshop: Promise<Workshop> | undefined

  return {
    async add(tx, job, data, { key, startAfter } = {}) {
      if (!known.has(job)) throw new Error(`There is no job “${job}”.`)
      // Only one job per key waits; a job without a key gets a unique one.
      const singletonKey = key ?? newRequestId()
      const tenant = known.get(job)!.isShared && (data as { tenant: string }).tenant
      const group = tenant && { id: tenant }
      // Passed as a duration, because the database's clock decides when jobs start.
      const seconds = startAfter && Math.max(0, (startAfter.getTime() - clock.now().getTime()) / 1000)
      const how = { singletonKey, ...(seconds && { startAfter: seconds }), ...(group && { group }) }
      await boss.send(job, data, { db: fromKysely(tx), ...how })
      if (!startAfter || startAfter <= clock.now()) afterCommit(tx, () => doorbell.ring('jobs', job))
    },
    async start() {
      workshop ??= openWorkshop(options)
      await workshop
    },
    async stop() {
      await (await workshop)?.close()
      await boss.stop({ graceful: false, close: false })
    },
    deadLetters: (job) => listDeadLetters(database.db, DEAD_LETTERS, job),
    retryDeadLetter: async (id) => UUID.test(id) && (await boss.redrive(DEAD_LETTERS, { ids: [id] })) > 0,
  }
}

interface Workshop {
  close(): Promise<void>
}

/** A worker for each job, woken by notifications and by one polling query for all of them. */
async function openWorkshop(options: JobsOptions): Promise<Workshop> {
  const { database, jobs, log, drainMs = 10_000, beatSeconds, onEnd } = options
  const boss = makeBoss(database, log, { keeper: true, beat: beatSeconds ?? LEASE_SECONDS })
  await prepareSchedules(boss, jobs)
  const names = jobs.map(({ name }) => name)
  const giveBack = () => giveBackLost({ boss, db: database.db, log }, names)
  const putBack = () => putBackDeadLetters({ boss, db: database.db, log }, names)
  await giveBack()
  await putBack()
  await boss.start()
  const deps = { boss, db: database.db, log, onEnd }
  const workers = new Map<string, Worker>(jobs.map((job) => [job.name, startWorker(deps, job)]))
  const hush = await doorbellOf(database, log).listen('jobs', (keys) => {
    for (const name of keys ?? workers.keys()) workers.get(name)?.nudge()
  })
  const poll = repeat(POLL_MS, async () => {
    for (const name of await listReady(database.db, [...workers.keys()])) workers.get(name)?.nudge()
  })
  const beat = repeat(Math.min(beatSeconds ?? LEASE_SECONDS, LEASE_SECONDS / 3) * 1000, async () => {
    await Promise.all([...workers.values()].map((worker) => worker.beat()))
    await giveBack()
  })
  const comingBack = repeat(DEAD_LETTERS_MS, putBack)

  return {
    async close() {
      await poll()
      await comingBack()
      await hush()
      const drained = Promise.all([...workers.values()].map((worker) => worker.drain()))
      const waited = new AbortController()
      await Promise.race([drained, sleep(drainMs, undefined, { signal: waited.signal }).catch(() => {})])
      waited.abort()
      await beat()
      const abandoned = await Promise.allSettled([...workers.values()].map((worker) => worker.abandon()))
      for (const result of abandoned)
        if (result.status === 'rejected')
          log.warn({ err: result.reason }, 'running jobs could not be returned to their queues')
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/** Repeats the work, never twice at once. The returned function stops it and waits. */
function repeat(ms: number, work: () => Promise<void>): () => Promise<void> {
  let busy: Promise<void> | undefined
  const timer = setInterval(() => {
    busy ??= work()
      // The database is unavailable. The queue logs that elsewhere, and the next attempt is soon.
      .catch(() => {})
      .finally(() => {
        busy = undefined
      })
  }, ms)
  return async () => {
    clearInterval(timer)
    await busy
  }
}
