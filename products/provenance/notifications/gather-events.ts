// Looks through what happens in workspaces, each event once: in the transaction that moves the place in the outbox.
import type { Db } from '@veritrace/platform/db/db'
import { consumeBatch, type OutboxRow } from '@veritrace/platform/events/consume'
import { insertConsumer } from '@veritrace/platform/events/outbox-store'
import type { Provenance } from '../deps.ts'
import type { Tables } from '../tables.ts'
import { newsOf } from './event-news.ts'
import { keepNotices, type News } from './keep-notices.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>

const CONSUMER = 'notices'
const BATCH = 500
/** What lay longer in the outbox is no news any more. */
const NEWS_MS = 3 * 24 * 3_600_000

/** Another process may be at it: then there is nothing to do here. */
export async function gatherEvents({ db, clock }: Deps, signal?: AbortSignal): Promise<void> {
  await insertConsumer(db, CONSUMER)
  const handle = async (tx: Db<Tables>, rows: readonly OutboxRow[]): Promise<void> => {
    const now = clock.now()
    const news: News[] = []
    for (const row of rows) {
      const isFresh = now.getTime() - Date.parse(row.payload.occurred_at) < NEWS_MS
      const one = isFresh ? await newsOf(tx, row) : undefined
      if (one) news.push(one)
    }
    await keepNotices(tx, news, now)
  }
  while (!signal?.aborted) if ((await consumeBatch(db, { name: CONSUMER, batch: BATCH, handle })) < BATCH) return
}
