// Reads workspace events from the outbox, each exactly once: in the transaction that advances the consumer's position.
import type { Db } from '@veritrace/platform/db/db'
import { consumeBatch, type OutboxRow } from '@veritrace/platform/events/consume'
import { insertConsumer } from '@veritrace/platform/events/outbox-store'
import type { Provenance } from '../deps.ts'
import type { Tables } from '../tables.ts'
import { createNotices, type News } from './create-notices.ts'
import { newsOf } from './event-news.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>

const CONSUMER = 'notices'
const BATCH = 500
/** Older events no longer notify anyone. */
const NEWS_MS = 3 * 24 * 3_600_000

/** Returns immediately if another process is consuming. */
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
    await createNotices(tx, news, now)
  }
  while (!signal?.aborted) if ((await consumeBatch(db, { name: CONSUMER, batch: BATCH, handle })) < BATCH) return
}
