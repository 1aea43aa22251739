// Who gets the next of a few places, when the work of one tenant must not keep out the others: first whoever has the fewest
// places, among them whoever used the least time lately. Whoever has one takes another only if two stay free after that. So
// of three places or more no two tenants ever have all, however much they want.

export interface Entrant {
  tenant: string
}

export interface FairQueueOptions<Job extends Entrant> {
  places: number
  /** Who would wait behind more of their own is told to come back. */
  mostWaiting: number
  /** Limits of its own, by who has places now. */
  allows?(job: Job, running: readonly Job[]): boolean
  now?(): number
}

export interface Wait {
  /** Until then it waits. */
  waitMs: number
  signal?: AbortSignal | undefined
  /** The error of a job that came to no place. */
  failed(why: 'full' | 'late' | 'left'): Error
}

/** To be called once, when the work is over. */
export type Leave = () => void

export interface FairQueue<Job extends Entrant> {
  enter(job: Job, wait: Wait): Promise<Leave>
  running(): readonly Job[]
  /** Whether the tenant used much lately, and more than another that was here lately. */
  hasHadMore(tenant: string): boolean
  waiting(): number
}

interface Entry<Job> {
  job: Job
  start(): void
  /** When it got its place. */
  since: number
}

/** By whoever has a place already: one for each of two others. */
const LEFT_FREE = 2
/** After so long, time that was used counts half. */
const HALF_LIFE_MS = 10_000
/** Tenants whose use is remembered; who is forgotten has used nothing. */
const MOST_REMEMBERED = 1_000
const MUCH_MS = 1_000
const LATELY_MS = 5_000

export function openFairQueue<Job extends Entrant>(options: FairQueueOptions<Job>): FairQueue<Job> {
  const { places, mostWaiting, allows = () => true, now = () => performance.now() } = options
  const running = new Set<Entry<Job>>()
  const waiting: Entry<Job>[] = []
  const used = new Map<string, { ms: number; at: number }>()

  const jobs = (): Job[] => [...running].map(({ job }) => job)
  const ofTenant = (tenant: string): Entry<Job>[] => [...running].filter(({ job }) => job.tenant === tenant)

  function usedBefore(tenant: string): number {
    const known = used.get(tenant)
    return known ? known.ms * 0.5 ** ((now() - known.at) / HALF_LIFE_MS) : 0
  }

  const usedMs = (tenant: string): number =>
    ofTenant(tenant).reduce((sum, { since }) => sum + now() - since, usedBefore(tenant))

  function hasHadMore(tenant: string): boolean {
    const own = usedMs(tenant)
    if (own <= MUCH_MS) return false
    const lately = [...used].filter(([, { at }]) => now() - at < LATELY_MS).map(([other]) => other)
    const others = new Set([...lately, ...jobs().map((job) => job.tenant)])
    return [...others].some((other) => other !== tenant && usedMs(other) < own)
  }

  function mayStart(job: Job): boolean {
    const free = places - running.size
    const needed = ofTenant(job.tenant).length > 0 ? 1 + LEFT_FREE : 1
    return free >= needed && allows(job, jobs())
  }

  /** The first of each tenant that may start, and of those the one whose tenant has the least. */
  function best(): Entry<Job> | undefined {
    if (running.size >= places) return undefined
    const firsts = new Map<string, Entry<Job>>()
    for (const one of waiting) {
      const { tenant } = one.job
      if (!firsts.has(tenant) && mayStart(one.job)) firsts.set(tenant, one)
    }
    const ranked = [...firsts].map(([tenant, one]) => {
      return { one, places: ofTenant(tenant).length, ms: usedMs(tenant) }
    })
    return ranked.sort((a, b) => a.places - b.places || a.ms - b.ms)[0]?.one
  }

  function next(): void {
    for (let chosen = best(); chosen; chosen = best()) {
      waiting.splice(waiting.indexOf(chosen), 1)
      running.add(chosen)
      chosen.since = now()
      chosen.start()
    }
  }

  function leave(entry: Entry<Job>): void {
    if (!running.delete(entry)) return
    const { tenant } = entry.job
    const ms = usedBefore(tenant) + now() - entry.since
    used.delete(tenant)
    used.set(tenant, { ms, at: now() })
    if (used.size > MOST_REMEMBERED) used.delete(used.keys().next().value!)
    next()
  }

  return {
    running: jobs,
    hasHadMore,
    waiting: () => waiting.length,
    enter: (job, { waitMs, signal, failed }) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(failed('left'))
        const own = waiting.filter((one) => one.job.tenant === job.tenant).length
        if (own >= mostWaiting) return reject(failed('full'))
        const stop = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', gone)
        }
        const giveUp = (why: 'late' | 'left'): void => {
          stop()
          waiting.splice(waiting.indexOf(mine), 1)
          reject(failed(why))
        }
        const gone = (): void => giveUp('left')
        const timer = setTimeout(() => giveUp('late'), waitMs)
        const start = (): void => {
          stop()
          resolve(() => leave(mine))
        }
        const mine: Entry<Job> = { job, start, since: 0 }
        signal?.addEventListener('abort', gone)
        waiting.push(mine)
        next()
      }),
  }
}
