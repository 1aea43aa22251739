// pg-boss on our own pool, with one queue for each job and one for dead letters.
import { PgBoss, type Queue } from 'pg-boss'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Job } from './job.ts'

export const DEAD_LETTERS = 'dead-letters'
const DAY_SECONDS = 86_400
/** A worker without a heartbeat for this long is lost, and its jobs go to another. */
export const LEASE_SECONDS = 30
/** The worker ends a run at its timeout, and a lost worker is noticed earlier. This is the backstop for both. */
const GRACE_SECONDS = 120

export const timeoutSecondsOf = (job: Job): number => job.timeoutSeconds ?? 300
export const retriesOf = (job: Job): number => job.retries ?? 5
export const backoffSecondsOf = (job: Job): number => job.backoffSeconds ?? 5

/** `keeper` looks after lost jobs, schedules and old rows; without it the instance only adds and reads. */
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
    // We have no jobs that wait for other jobs.
    flowIntervalSeconds: 3_600,
    // Neither autovacuum nor concurrent rebuilds of indexes exist on the embedded database.
    ...(embedded && { reindex: false, monitorVacuum: false }),
  })
  // Without a listener an error event, such as a lost connection, would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has a problem; it goes on'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'))
  return boss
}

/** Makes the queues that are missing, changes those whose job has changed, and keeps all of them in memory. */
export async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const cold: string[] = known.has(DEAD_LETTERS) ? [] : [DEAD_LETTERS]
  if (cold.length > 0) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 90 * DAY_SECONDS, retryLimit: 0 })
  for (const job of jobs) {
    const settings = settingsOf(job)
    const queue = known.get(job.name)
    if (queue && !differs(queue, settings)) continue
    // A key keeps a second job out while the first waits: that is what pg-boss calls short.
    if (!queue) await boss.createQueue(job.name, { ...settings, policy: 'short' })
    else await boss.updateQueue(job.name, { ...settings, ...NO_HEARTBEAT })
    cold.push(job.name)
  }
  // On the embedded database a queue that is first looked up inside a transaction would wait for that transaction.
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

/** Writes the schedules of these jobs down. Jobs of other processes are left alone. */
export async function prepareSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule.cron]))
  for (const { name, schedule } of jobs) {
    if (known.get(name) === schedule) continue
    // What came due while no process ran is made up for, once.
    if (schedule) await boss.schedule(name, schedule, {}, { tz: 'UTC', missed: 'once' })
    else await boss.unschedule(name)
  }
}
