// One follower of a tenant's audit log: first it catches up on past entries, then it receives them from the tenant's
// feed.
import type { Db } from '../db/db.ts'
import type { AuditEntry } from './event.ts'
import { listEntriesAfter } from './store.ts'

/** The follower read too slowly. It can reconnect with the last sequence it saw and miss nothing. */
export class SlowFollower extends Error {
  constructor(tenant: string) {
    super(`A follower of tenant ${tenant} is too slow.`)
    this.name = 'SlowFollower'
  }
}

export interface FollowOptions {
  afterSequence: number
  signal?: AbortSignal
}

/** The reader of one tenant. The live followers have received everything up to `position`. */
export interface Feed {
  position: number
  /** Resolves when the position is known. */
  opening: Promise<void>
  live: Set<Follower>
  /** Number of live followers and of those that still catch up. */
  users: number
  reading?: Promise<void>
  again: boolean
}

export interface Follower {
  take(entry: AuditEntry): void
  end(): void
}

const PAGE = 500
const MAX_WAITING = 1_000

export interface Room {
  db: Db
  enter(tenant: string): Promise<Feed>
  leave(tenant: string, feed: Feed): void
  followers: Set<Follower>
}

/**
 * Catches up with its own queries, then receives entries from the feed. Not a generator, because `return` must end a
 * waiting `next`.
 */
export function startFollower(
  room: Room,
  tenant: string,
  { afterSequence, signal }: FollowOptions,
): AsyncIterator<AuditEntry> {
  const waiting: AuditEntry[] = []
  let seen = afterSequence
  let feed: Feed | undefined
  let ended = false
  let failure: Error | undefined
  let wake = (): void => {}

  const end = (error?: Error): void => {
    if (ended) return
    ended = true
    failure = error
    signal?.removeEventListener('abort', onAbort)
    room.followers.delete(self)
    feed?.live.delete(self)
    if (feed) room.leave(tenant, feed)
    wake()
  }
  const onAbort = (): void => end()
  const self: Follower = {
    take(entry) {
      if (entry.sequence <= seen) return
      if (waiting.length >= MAX_WAITING) return end(new SlowFollower(tenant))
      seen = entry.sequence
      waiting.push(entry)
      wake()
    },
    end,
  }
  /** Reads a page of past entries, or joins the live followers if none are left. */
  const catchUp = async (): Promise<void> => {
    if (!feed) {
      const entered = await room.enter(tenant)
      if (ended) return room.leave(tenant, entered)
      feed = entered
      // A follower waiting for a sequence that was never assigned would wait forever.
      seen = Math.min(seen, feed.position)
    }
    if (seen >= feed.position) return void feed.live.add(self)
    const past = await listEntriesAfter(room.db, tenant, seen, PAGE)
    for (const entry of past) self.take(entry)
    // The tenant was purged.
    if (past.length === 0) seen = feed.position
  }

  room.followers.add(self)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', onAbort, { once: true })
  const done = { done: true, value: undefined } as const

  return {
    async next() {
      for (;;) {
        const value = ended ? undefined : waiting.shift()
        if (value) return { done: false, value }
        if (failure) throw failure
        if (ended) return done
        if (!feed?.live.has(self)) await catchUp()
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
    async return() {
      end()
      return done
    },
  }
}
