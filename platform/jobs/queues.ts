// Configures pg-boss on our own pool, with one queue for each job and one for dead letters.
import { PgBoss, type Queue } from 'pg-boss'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Job } from './job.ts'

export const DEAD_LETTERS = 'dead-letters'
const DAY_SECONDS = 86_400
/** A worker without a heartbeat for this long is lost, and its jobs go to another. */
export const LEASE_SECONDS = 30
/** A backstop: the worker itself ends a run at its timeout, and a lost worker is noticed earlier. */
const GRACE_SECONDS = 120

export const timeoutSecondsOf = (job: Job): number => job.timeoutSeconds ?? 300
export const retriesOf = (job: Job): number => job.retries ?? 5
export const backoffSecondsOf = (job: Job): number => job.backoffSeconds ?? 5

/** A `keeper` handles lost jobs, schedules and old rows; without it the instance only adds and reads. */
export function makeBoss(database: Database, log: Log, { keeper, beat }: { keeper: boolean; beat: number }): PgBoss {
  const embedded = database.kind === 'embedded'
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'jobs',
    backend: embedded ? 'pglite' : 'postgres',
    migrate: !keeper,
    supervise: keeper,
    schedule: keeper,
    superviseIntervalSeconds: beat,
    monitorIntervalSeconds: beat,
    cronMonitorIntervalSeconds: beat,
    cronWorkerIntervalSeconds: Math.min(beat, 5),
    // None of our jobs waits for other jobs.
    flowIntervalSeconds: 3_600,
    // The embedded database supports neither autovacuum nor concurrent index rebuilds.
    ...(embedded && { reindex: false, monitorVacuum: false }),
  })
  // Without a listener an error event, such as a lost connection, would crash the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue had an error and continues'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue has a warning'))
  return boss
}

/** Creates missing queues, updates those whose job has changed, and caches all of them. */
export async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const cold: string[] = known.has(DEAD_LETTERS) ? [] : [DEAD_LETTERS]
  if (cold.length > 0) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 90 * DAY_SECONDS, retryLimit: 0 })
  for (const job of jobs) {
    const settings = settingsOf(job)
    const queue = known.get(job.name)
    if (queue && !differs(queue, settings)) continue
    // A key rejects a second job while the first waits; pg-boss calls this policy short.
    if (!queue) await boss.createQueue(job.name, { ...settings, policy: 'short' })
    else await boss.updateQueue(job.name, { ...settings, ...NO_HEARTBEAT })
    cold.push(job.name)
  }
  // On the embedded database, the first lookup of a queue inside a transaction would deadlock with it.
  for (const name of cold) await boss.findJobs(name, { id: NO_ID })
}

/** pg-boss would count a lost worker as a failed attempt; `lost.ts` handles lost workers. */
const NO_HEARTBEAT = { heartbeatSeconds: null }

const NO_ID = '00000000-0000-0000-0000-000000000000'

const settingsOf = (job: Job) => ({
  retryLimit: retriesOf(job),
  retryDelay: backoffSecondsOf(job),
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: timeoutSecondsOf(job) + GRACE_SECONDS,
  retentionSeconds: 90 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
  deadLetter: DEAD_LETTERS,
})

const differs = (queue: Queue, settings: ReturnType<typeof settingsOf>): boolean =>
  Object.entries({ ...NO_HEARTBEAT, ...settings }).some(
    ([name, value]) => (queue[name as keyof Queue] ?? null) !== value,
  )

/** Stores the schedules of these jobs. Jobs of other processes are not changed. */
export async function prepareSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule.cron]))
  for (const { name, schedule } of jobs) {
    if (known.get(name) === schedule) continue
    // Runs that were missed while no process was up are made up for once.
    if (schedule) await boss.schedule(name, schedule, {}, { tz: 'UTC', missed: 'once' })
    else await boss.unschedule(name)
  }
}
