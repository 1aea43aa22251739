// Work that only one process at a time may do. The process holds a lease and renews it while it lives. If it dies,
// another takes over when the lease ends. If it was only paused, it must notice the lost lease before it does anything
// else.
import { newId } from '../ids.ts'

/** How long the work of a dead process stays locked. */
export const LEASE_SECONDS = 60
const RENEWED_EVERY_MS = 15_000
/** Time for requests in flight to finish before another process begins. */
const LEFT_FOR_REQUESTS_MS = 20_000
const LOOK_MS = 1_000

/** The work belongs to another process by now, or may. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease was lost; another process continues this work.')
    this.name = 'LeaseLost'
  }
}

/** The view that the work has of its lease. */
export interface Held {
  /** Aborted when the lease is lost, or when the work must end for another reason. */
  signal: AbortSignal
  /** Throws if the lease is lost. Call it before anything that a transaction cannot undo. */
  check(): void
}

export interface Leased<Row> {
  /** Takes an item for this holder, for LEASE_SECONDS by the database's clock; undefined if nothing is available. */
  take(holder: string): Promise<Row | undefined>
  /** Extends the lease by LEASE_SECONDS; false if the holder has lost it. */
  renew(row: Row, holder: string): Promise<boolean>
}

/** Undefined if there was nothing to take. Every write of the work must check the holder in the same transaction. */
export async function underLease<Row, T>(
  leased: Leased<Row>,
  work: (row: Row, held: Held & { holder: string }) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const holder = newId('lease')
  // Counted from before the request, because the response may arrive late.
  let since = moment()
  const row = await leased.take(holder)
  if (row === undefined) return undefined
  const lost = new AbortController()
  const check = (): void => {
    if (elapsedSince(since) > LEASE_SECONDS * 1000 - LEFT_FOR_REQUESTS_MS) lost.abort(new LeaseLost())
    lost.signal.throwIfAborted()
  }
  let asked = since
  const look = async (): Promise<void> => {
    const now = moment()
    if (elapsedSince(asked) > RENEWED_EVERY_MS) {
      asked = now
      // While the database is down nothing is renewed, and the remaining time runs out.
      const isOurs = await leased.renew(row, holder).catch(() => undefined)
      if (isOurs) since = now
      if (isOurs === false) lost.abort(new LeaseLost())
    }
    check()
  }
  const looking = setInterval(() => void look().catch(() => {}), LOOK_MS)
  try {
    return await work(row, { holder, check, signal: signal ? AbortSignal.any([signal, lost.signal]) : lost.signal })
  } finally {
    clearInterval(looking)
  }
}

interface Moment {
  running: number
  wall: number
}

const moment = (): Moment => ({ running: performance.now(), wall: Date.now() })

/** Uses the clock that has advanced more: one stops while the machine sleeps, the other can be set back. */
const elapsedSince = (then: Moment): number => {
  const now = moment()
  return Math.max(now.running - then.running, now.wall - then.wall)
}
