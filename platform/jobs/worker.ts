// Runs one kind of job: takes as many as may run at once, and settles each separately.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import { cleanText } from '../events/mask.ts'
import type { Log } from '../log.ts'
import type { JobOutcome } from '../operation/metrics.ts'
import { openShares } from '../threads/shares.ts'
import type { Job } from './job.ts'
import { isOutage } from './outage.ts'
import { backoffSecondsOf, retriesOf, timeoutSecondsOf } from './queues.ts'
import { type Claim, putOff, returnToQueue } from './store.ts'

export interface Worker {
  /** Looks for jobs now. */
  nudge(): void
  /** Renews the heartbeat of the running jobs; those that were given to another worker are aborted. */
  beat(): Promise<void>
  /** Takes no more jobs; resolves when the running ones are settled. */
  drain(): Promise<void>
  /** Returns the running jobs to the queue and aborts them. */
  abandon(): Promise<void>
}

interface Run extends Claim {
  tenant: string | null | undefined
  /** Remaining attempts after this one. */
  triesLeft: number
  abort: AbortController
  /** Settles when the handler does, whatever happened to the run. */
  handled?: Promise<unknown>
  /** No one waits for its outcome anymore. */
  lost: boolean
}

export interface WorkerDeps {
  boss: PgBoss
  db: Db
  log: Log
  onEnd?: OnEnd | undefined
}
/** Called for every run that this process completed, with its duration. */
export type OnEnd = (job: string, outcome: JobOutcome, seconds: number) => void

/** Time for aborted handlers to save their progress before the database closes. */
const LAST_WORDS_MS = 2_000

export function startWorker(deps: WorkerDeps, job: Job): Worker {
  const { boss, db, log } = deps
  const slots = job.concurrency ?? 2
  const running = new Map<Run, Promise<void>>()
  const shares = openShares({ places: slots })
  /** The tenants that had their turn in this round. */
  const served = new Set<string>()
  const stopping = new AbortController()
  let wanted = true
  let wake = (): void => {}

  const nudge = (): void => {
    wanted = true
    wake()
  }
  const fetch = (batchSize: number, ignoreGroups: string[] = []) =>
    boss.fetch<object>(job.name, { batchSize, includeMetadata: true, ignoreGroups })
  /**
   * First takes a job of a tenant without a running job that had no turn in this round, then of any that may have
   * another.
   */
  const fetchInTurn = async () => {
    const here = [...running.keys()].flatMap(({ tenant }) => tenant ?? [])
    const first = here.length + served.size > 0 ? await fetch(1, [...here, ...served]) : []
    if (first.length > 0) return first
    served.clear()
    return fetch(
      1,
      here.filter((tenant) => !shares.mayTake(tenant)),
    )
  }
  const take = async (): Promise<void> => {
    // Taking several at once could exceed the share of one tenant.
    const free = job.isShared ? 1 : slots - running.size
    wanted = false
    const taken = job.isShared ? await fetchInTurn() : await fetch(free)
    for (const { id, retryCount, retryLimit, data, groupId: tenant } of taken) {
      const triesLeft = retryLimit - retryCount
      const run: Run = { id, retryCount, triesLeft, tenant, abort: new AbortController(), lost: false }
      const leave = tenant ? shares.take(tenant) : undefined
      if (tenant) served.add(tenant)
      const work = perform(deps, job, run, data, stopping.signal).finally(() => {
        running.delete(run)
        leave?.()
        // The tenant of this run may have more jobs.
        if (job.isShared) wanted = true
        wake()
      })
      running.set(run, work)
    }
    // All slots were filled, so there may be more.
    if (taken.length === free) wanted = true
  }
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (wanted && running.size < slots)
        await take().catch((error) => log.warn({ err: error, job: job.name }, 'jobs could not be fetched; retrying'))
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  const looping = loop()

  return {
    nudge,
    async beat() {
      const runs = [...running.keys()]
      if (runs.length === 0) return
      const { settled } = (await boss.touch(job.name, runs)) as { settled?: string[] }
      for (const run of runs)
        if (running.has(run) && !settled?.includes(run.id)) lose(run, 'another worker has the job')
    },
    async drain() {
      stopping.abort()
      wake()
      await looping
      await Promise.all(running.values())
    },
    async abandon() {
      const runs = [...running.keys()]
      if (runs.length === 0) return
      await returnToQueue(db, job.name, runs)
      for (const run of runs) lose(run, 'the process is stopping')
      await Promise.race([Promise.allSettled(runs.map(({ handled }) => handled)), sleep(LAST_WORDS_MS)])
    },
  }
}

function lose(run: Run, why: string): void {
  run.lost = true
  run.abort.abort(new Error(`The run ends: ${why}.`))
}

/** Runs the handler and settles the job. Never throws: a failed job is not a failure of the worker. */
async function perform(deps: WorkerDeps, job: Job, run: Run, data: object, stopping: AbortSignal): Promise<void> {
  const { log, onEnd } = deps
  const attempt = Math.max(1, retriesOf(job) + 1 - run.triesLeft)
  const began = performance.now()
  const runLog = log.child({ job: job.name, job_id: run.id, attempt })
  const seconds = timeoutSecondsOf(job)
  const timer = setTimeout(() => run.abort.abort(new Error(`The run took longer than ${seconds} s.`)), seconds * 1000)
  const aborted = new Promise<never>((_, reject) => {
    run.abort.signal.addEventListener('abort', () => reject(run.abort.signal.reason), { once: true })
  })
  const handle = job.handle as (data: object, run: object) => Promise<void>
  const started = Promise.resolve().then(() =>
    handle.call(job, data, { id: run.id, attempt, signal: run.abort.signal, stopping, log: runLog }),
  )
  run.handled = started
  // Racing both deliberately ignores a handler that continues after its abort and fails later.
  const failure = await Promise.race([started, aborted]).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  clearTimeout(timer)
  if (run.lost) return
  if (failure) runLog.warn({ err: failure }, 'a job failed')
  const outcome = !failure ? 'completed' : run.triesLeft > 0 || isOutage(failure) ? 'failed' : 'dead'
  onEnd?.(job.name, outcome, (performance.now() - began) / 1000)
  await settleWithPatience(() => settle(deps, job, run, data, failure), run, runLog)
}

async function settle({ boss, db }: WorkerDeps, job: Job, run: Run, data: object, failure?: Error): Promise<void> {
  if (!failure) return void (await boss.complete(job.name, run))
  const message = cleanText(failure.message).slice(0, 2_000)
  if (!isOutage(failure)) return void (await boss.fail(job.name, run, { message }))
  // A scheduled job runs again anyway. After an outage all of its missed runs would come at once.
  const isScheduled = job.schedule !== undefined && Object.keys(data).length === 0
  if (isScheduled && run.triesLeft === 0) return void (await boss.complete(job.name, run, { message }))
  if (!isScheduled && (await putOff(db, job.name, run, { message, backoffSeconds: backoffSecondsOf(job) }))) return
  await boss.fail(job.name, run, { message, outside: true })
}

/** A brief outage of the database should not make a completed job run again. */
async function settleWithPatience(settle: () => Promise<unknown>, run: Run, log: Log): Promise<void> {
  for (const wait of SETTLE_WAITS_MS) {
    try {
      await settle()
      return
    } catch (error) {
      log.warn({ err: error }, 'the outcome of a job could not be stored; retrying')
      await sleep(wait)
      if (run.lost) return
    }
  }
  log.error('the outcome of a job could not be stored; the job will run again')
}

const SETTLE_WAITS_MS = [100, 500, 1_000, 3_000, 5_000, 0]
