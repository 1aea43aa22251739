// Opens events for this process: recording, and following what any process records.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { doorbellOf } from './doorbell.ts'
import type { Events } from './event.ts'
import { openFeeds } from './follow.ts'
import { recordEvent } from './record.ts'
import { readHeads } from './store.ts'

const POLL_MS = 1_000

export function openEvents({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Events {
  const doorbell = doorbellOf(database, log)
  const feeds = openFeeds(database.db, log)
  let hush: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined

  /** Finds entries whose notification was lost. */
  const poll = (): void => {
    polling ??= feeds
      .poll()
      .catch((error) => log.debug({ err: error }, 'polling for followers failed'))
      .finally(() => {
        polling = undefined
      })
  }
  return {
    record: (tx, caller, event) => recordEvent({ clock, doorbell }, tx, caller, event),
    headOf: async (tenant) => (await readHeads(database.db, [tenant])).get(tenant) ?? 0,
    follow: feeds.follow,
    async start() {
      hush ??= await doorbell.listen('events', feeds.wake)
      timer ??= setInterval(poll, POLL_MS)
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      feeds.close()
      await hush?.()
      hush = undefined
      await polling
    },
  }
}
