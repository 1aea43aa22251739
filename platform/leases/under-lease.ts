// Work that one process at a time may do. It holds a lease and renews it while it lives; a process that dies is replaced
// when the lease is over. One that was held still and comes back has lost it, and must find out before it does anything.
import { newId } from '../ids.ts'

/** How long the work of a process that died stays untouched. */
export const LEASE_SECONDS = 60
const RENEWED_EVERY_MS = 15_000
/** A request that is on its way should have arrived before another process begins. */
const LEFT_FOR_REQUESTS_MS = 20_000
const LOOK_MS = 1_000

/** The work is somebody else's by now, or may be. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease is lost; another process goes on with this.')
    this.name = 'LeaseLost'
  }
}

/** What the work is told of its lease. */
export interface Held {
  /** Aborted when the lease is lost, or when the work is to end for another reason. */
  signal: AbortSignal
  /** Throws where the lease is lost. To be asked before anything that no transaction can take back. */
  check(): void
}

export interface Leased<Row> {
  /** Takes something under this name, for LEASE_SECONDS by the clock of the database; undefined where nothing is free. */
  take(holder: string): Promise<Row | undefined>
  /** For LEASE_SECONDS more; false where the holder does not have it any more. */
  renew(row: Row, holder: string): Promise<boolean>
}

/** Undefined where there was nothing to take. What the work writes must name the holder, in its own transaction. */
export async function underLease<Row, T>(
  leased: Leased<Row>,
  work: (row: Row, held: Held & { holder: string }) => Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const holder = newId('lease')
  // From before it is asked for: it may have been given long before we hear of it.
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
      // A database that is away renews nothing; the time that is left runs on.
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

/** By the clock that says more: one stands still while the machine sleeps, the other may be set back. */
const elapsedSince = (then: Moment): number => {
  const now = moment()
  return Math.max(now.running - then.running, now.wall - then.wall)
}
