// A job is slow work with a name. Some worker runs it once, and again if it failed.
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'

export interface JobRun {
  id: string
  /** 1 for the first attempt. A lost worker or an outage of another system does not count. */
  attempt: number
  /**
   * Aborted when the process stops or the job reaches its timeout; the handler then has a moment to save its progress.
   */
  signal: AbortSignal
  /** Aborted as soon as the process begins to stop: a job that works through a list should start no further items. */
  stopping: AbortSignal
  log: Log
}

export interface Job<Data extends object = never> {
  name: string
  /** Must be idempotent: it may run again after a crash. Pass IDs, not objects. */
  handle(data: Data, run: JobRun): Promise<void>
  /** Simultaneous runs of this job in one process. Default: 2. */
  concurrency?: number
  /**
   * Shares workers fairly between tenants: the tenants of the data take turns, and of three or more workers no two
   * tenants get all (`platform/threads/shares.ts`).
   */
  isShared?: true
  /** Attempts after the first one. Default: 5. After the last one the job becomes a dead letter. */
  retries?: number
  /** Delay before the first retry, doubled each time, with jitter. Default: 5. */
  backoffSeconds?: number
  /** Time limit of a run. Default: 300. */
  timeoutSeconds?: number
  /** Cron expression in UTC; at each time the job is added once for all processes, with empty data. */
  schedule?: string
}

export interface AddOptions {
  /** While a job with this key waits, no other is added. A job that waits for a retry does not count. */
  key?: string
  startAfter?: Date
}

export interface DeadLetter {
  id: string
  job: string
  data: object
  error: string
  failedAt: Date
  /** Caused by a lost worker or an outage, so it returns to its queue automatically. */
  comesBack: boolean
}

export interface Jobs {
  /** Adds a job in the transaction of `tx`: it exists only if that commits. */
  add(tx: Db, job: string, data: object, options?: AddOptions): Promise<void>
  /** Starts working; only in processes with the role worker. */
  start(): Promise<void>
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>
  deadLetters(job?: string): Promise<DeadLetter[]>
  /** Puts a dead letter back into its queue. */
  retryDeadLetter(id: string): Promise<boolean>
}
