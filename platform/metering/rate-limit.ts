// A token bucket in the database, shared by all replicas. Each replica takes tokens in small batches, so that most
// calls cost no query and the total over all replicas stays within one percent of the limit.

import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { RateLimit } from './plans.ts'
import { takeTokens } from './store.ts'

export interface Verdict {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until a call is possible again, or until the bucket is full. */
  resetSeconds: number
}
export interface Limiter {
  take(limit: RateLimit): Promise<Verdict> | Verdict
}

interface Lot {
  tokens: number
  /** Tokens left in the bucket when the batch was taken. */
  behind: number
  takenAt: number
  /** Until then the bucket is known to be empty, and querying it again would be useless. */
  emptyUntil: number
  /** The request for the next batch while it is running. */
  refill?: Promise<void>
}

const LOT_LIFETIME_MS = 5_000

/** Above this number, batches of inactive callers are dropped. */
const MOST_LOTS = 50_000

export function openLimiter(db: Db, clock: Clock, { mostLots = MOST_LOTS } = {}): Limiter {
  const lots = new Map<string, Lot>()

  const refill = async (key: string, perMinute: number, lot: Lot): Promise<void> => {
    const wanted = Math.max(1, Math.floor(perMinute / 100))
    const { granted, left } = await takeTokens(db, key, perMinute, wanted)
    lot.tokens += granted
    lot.behind = left
    lot.takenAt = clock.now().getTime()
    if (granted === 0) lot.emptyUntil = lot.takenAt + ((1 - left) * 60_000) / perMinute
  }

  const spend = (lot: Lot, perMinute: number): Verdict => {
    const allowed = lot.tokens > 0
    if (allowed) lot.tokens--
    const remaining = Math.max(0, Math.floor(lot.tokens + lot.behind))
    const missing = allowed ? perMinute - remaining : 1 - lot.behind
    return { allowed, limit: perMinute, remaining, resetSeconds: Math.max(1, Math.ceil((missing * 60) / perMinute)) }
  }

  /** Callers that arrive while a batch is requested wait for it together, and for the next one if it was too small. */
  const takeFromNextLot = async (key: string, perMinute: number, lot: Lot): Promise<Verdict> => {
    for (;;) {
      lot.refill ??= refill(key, perMinute, lot).finally(() => {
        lot.refill = undefined
      })
      await lot.refill
      if (lot.tokens > 0 || clock.now().getTime() < lot.emptyUntil) return spend(lot, perMinute)
    }
  }

  return {
    take({ key, perMinute }) {
      const now = clock.now().getTime()
      const lot = lots.get(key) ?? { tokens: 0, behind: 0, takenAt: now, emptyUntil: 0 }
      lots.set(key, lot)
      if (lots.size > mostLots) forgetIdle(lots, now)
      if (now - lot.takenAt > LOT_LIFETIME_MS) lot.tokens = 0
      if (lot.tokens > 0 || now < lot.emptyUntil) return spend(lot, perMinute)
      return takeFromNextLot(key, perMinute, lot)
    },
  }
}

function forgetIdle(lots: Map<string, Lot>, now: number): void {
  for (const [key, lot] of lots) if (!lot.refill && now - lot.takenAt > LOT_LIFETIME_MS) lots.delete(key)
}
