// A job: slow work with a name, done once by some worker, again when it failed.
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'

export interface JobRun {
  id: string
  /** 1 for the first try. A lost worker or an outage of another system does not count. */
  attempt: number
  /** Aborted when the process stops or the job has run out of time; a moment is left to write down how far it came. */
  signal: AbortSignal
  /** Aborted as soon as the process begins to stop: who works through a list takes no more of it. */
  stopping: AbortSignal
  log: Log
}

export interface Job<Data extends object = never> {
  name: string
  /** Idempotent: it may run again after a crash. It gets ids, not objects. */
  handle(data: Data, run: JobRun): Promise<void>
  /** Runs of this job at once in one process; 2 where nothing is said. */
  concurrency?: number
  /**
   * They are shared fairly: the tenants of the data have turns, and of three or more no two tenants have all
   * (`platform/threads/shares.ts`).
   */
  isShared?: true
  /** Tries after the first one; 5 where nothing is said. After the last the job is a dead letter. */
  retries?: number
  /** First wait before a retry, doubled each time, with jitter; 5 where nothing is said. */
  backoffSeconds?: number
  /** A run longer than this counts as lost; 300 where nothing is said. */
  timeoutSeconds?: number
  /** Cron expression in UTC: the job is added then, once for all processes, with empty data. */
  schedule?: string
}

export interface AddOptions {
  /** While a job with this key waits, another is not added. One that waits for its next try does not count. */
  key?: string
  startAfter?: Date
}

export interface DeadLetter {
  id: string
  job: string
  data: object
  error: string
  failedAt: Date
  /** A lost worker or an outage caused it, so it goes back to its queue on its own. */
  comesBack: boolean
}

export interface Jobs {
  /** Adds a job in the transaction of `tx`: it exists if and only if that commits. */
  add(tx: Db, job: string, data: object, options?: AddOptions): Promise<void>
  /** Begins to work; only in processes with the role worker. */
  start(): Promise<void>
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>
  deadLetters(job?: string): Promise<DeadLetter[]>
  /** Puts a dead letter back in its queue. */
  retryDeadLetter(id: string): Promise<boolean>
}
