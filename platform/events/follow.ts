// Followers of the audit log. All followers of a tenant share one reader, which reads once per notification.
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import type { AuditEntry } from './event.ts'
import { type Feed, type Follower, type FollowOptions, startFollower } from './follower.ts'
import { listEntriesAfter, readHeads } from './store.ts'

export { SlowFollower } from './follower.ts'

export interface Feeds {
  follow(tenant: string, options: FollowOptions): AsyncIterable<AuditEntry>
  /** Reads news of these tenants, or of all followed tenants if none are named. */
  wake(tenants?: ReadonlySet<string>): void
  /** Finds out with one query which followed tenants have news. */
  poll(): Promise<void>
  /** Ends all followers. */
  close(): void
}

const PAGE = 500

export function openFeeds(db: Db, log: Log): Feeds {
  const feeds = new Map<string, Feed>()
  const followers = new Set<Follower>()

  const enter = async (tenant: string): Promise<Feed> => {
    const feed = feeds.get(tenant) ?? openFeed(db, tenant)
    feeds.set(tenant, feed)
    feed.users += 1
    try {
      await feed.opening
      return feed
    } catch (error) {
      leave(tenant, feed)
      throw error
    }
  }
  const leave = (tenant: string, feed: Feed): void => {
    feed.users -= 1
    if (feed.users === 0) feeds.delete(tenant)
  }
  const read = (tenant: string, feed: Feed): void => {
    feed.again = true
    feed.reading ??= readNews(db, tenant, feed)
      .catch((error) => log.warn({ err: error }, 'the audit log could not be read for followers; retrying'))
      .finally(() => {
        feed.reading = undefined
      })
  }

  return {
    follow: (tenant, options) => ({
      [Symbol.asyncIterator]: () => startFollower({ db, enter, leave, followers }, tenant, options),
    }),
    wake(tenants) {
      for (const [tenant, feed] of feeds) if (!tenants || tenants.has(tenant)) read(tenant, feed)
    },
    async poll() {
      if (feeds.size === 0) return
      const heads = await readHeads(db, [...feeds.keys()])
      for (const [tenant, feed] of feeds) if ((heads.get(tenant) ?? 0) > feed.position) read(tenant, feed)
    },
    close() {
      for (const follower of followers) follower.end()
    },
  }
}

function openFeed(db: Db, tenant: string): Feed {
  const open = async (): Promise<void> => {
    const heads = await readHeads(db, [tenant])
    feed.position = heads.get(tenant) ?? 0
  }
  const feed: Feed = { position: 0, opening: Promise.resolve(), live: new Set(), users: 0, again: false }
  feed.opening = open()
  return feed
}

/** A tenant's sequence has no gaps and follows the order of commits, so continuing from it misses nothing. */
async function readNews(db: Db, tenant: string, feed: Feed): Promise<void> {
  await feed.opening
  while (feed.again) {
    feed.again = false
    const entries = await listEntriesAfter(db, tenant, feed.position, PAGE)
    for (const entry of entries) {
      feed.position = entry.sequence
      for (const follower of feed.live) follower.take(entry)
    }
    if (entries.length === PAGE) feed.again = true
  }
}
