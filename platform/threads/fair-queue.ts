// Assigns a limited number of slots fairly: the tenant with the fewest slots goes first, then the one that used the
// least time lately. The limits per tenant are in shares.ts.
import { channel } from 'node:diagnostics_channel'
import { type Leave, openShares, type SharesOptions } from './shares.ts'

export type { Leave }

/** Diagnostics channel that reports requests for slots, and when they succeed or fail. */
export const TURNS = 'veritrace:turns'

export interface Turn {
  tenant: string
  /** Time waited so far; absent for a new request. */
  waitedMs?: number
}

export interface Entrant {
  tenant: string
}

export interface FairQueueOptions<Job extends Entrant> extends SharesOptions {
  /** A caller that already has this many requests in the queue is rejected. */
  mostWaiting: number
  /** Custom limits, depending on the running jobs. */
  allows?(job: Job, running: readonly Job[]): boolean
}

export type NoPlace = 'full' | 'late' | 'left'

export interface Wait {
  /** Longest wait, for callers that are not limited otherwise. */
  waitMs?: number
  /** For callers whose number is limited elsewhere: they wait for their turn after all earlier ones. */
  mayWait?: boolean
  signal?: AbortSignal | undefined
  /** The error of a job that got no slot. */
  failed(why: NoPlace): Error
}

export interface FairQueue<Job extends Entrant> {
  enter(job: Job, wait: Wait): Promise<Leave>
  /** For work that started without a slot and turns out to need one: it gets one immediately, even above the limit. */
  occupy(job: Job): Leave
  running(): readonly Job[]
  /** Whether the tenant used much lately, and more than another recent tenant. */
  hasHadMore(tenant: string): boolean
  waiting(): number
}

interface Entry<Job> {
  job: Job
  start(): void
}

export function openFairQueue<Job extends Entrant>(options: FairQueueOptions<Job>): FairQueue<Job> {
  const { places, mostWaiting, allows = () => true, now = () => performance.now() } = options
  const shares = openShares(options)
  const running = new Set<Entry<Job>>()
  const waiting: Entry<Job>[] = []

  /** The first startable entry of the tenant that has used the least. */
  function best(): Entry<Job> | undefined {
    if (waiting.length === 0 || running.size >= places) return undefined
    const jobs = jobsOf(running)
    const firsts = new Map<string, Entry<Job>>()
    for (const one of waiting) {
      const { tenant } = one.job
      if (!firsts.has(tenant) && shares.mayTake(tenant) && allows(one.job, jobs)) firsts.set(tenant, one)
    }
    const ranked = [...firsts].map(([tenant, one]) => {
      return { one, places: shares.placesOf(tenant), ms: shares.usedMs(tenant) }
    })
    return ranked.sort((a, b) => a.places - b.places || a.ms - b.ms)[0]?.one
  }

  function next(): void {
    for (let chosen = best(); chosen; chosen = best()) {
      waiting.splice(waiting.indexOf(chosen), 1)
      running.add(chosen)
      chosen.start()
    }
  }

  /** Called once the job has its slot. */
  function hold(entry: Entry<Job>): Leave {
    const giveBack = shares.take(entry.job.tenant)
    return () => {
      giveBack()
      if (running.delete(entry)) next()
    }
  }

  return {
    occupy(job) {
      const entry = { job, start: () => {} }
      running.add(entry)
      return hold(entry)
    },
    running: () => jobsOf(running),
    hasHadMore: shares.hasHadMore,
    waiting: () => waiting.length,
    enter: (job, { waitMs, mayWait = false, signal, failed }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(failed('left'))
        const own = waiting.filter((one) => one.job.tenant === job.tenant).length
        if (!mayWait && own >= mostWaiting) return reject(failed('full'))
        const asked = now()
        turns.publish({ tenant: job.tenant } satisfies Turn)
        const stop = (): void => {
          turns.publish({ tenant: job.tenant, waitedMs: now() - asked } satisfies Turn)
          clearTimeout(timer)
          signal?.removeEventListener('abort', gone)
        }
        const giveUp = (why: 'late' | 'left'): void => {
          stop()
          waiting.splice(waiting.indexOf(mine), 1)
          reject(failed(why))
        }
        const gone = (): void => giveUp('left')
        const timer = mayWait || waitMs === undefined ? undefined : setTimeout(() => giveUp('late'), waitMs)
        const start = (): void => {
          stop()
          resolve(hold(mine))
        }
        const mine: Entry<Job> = { job, start }
        signal?.addEventListener('abort', gone)
        waiting.push(mine)
        next()
      }),
  }
}

const turns = channel(TURNS)

const jobsOf = <Job>(entries: Iterable<Entry<Job>>): Job[] => [...entries].map(({ job }) => job)
