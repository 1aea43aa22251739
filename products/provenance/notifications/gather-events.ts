// Looks through what happens in workspaces, each event once: in the transaction that moves the place in the outbox.
import { transact } from '@veritrace/platform/db/transact'
import { insertConsumer, listOutbox, lockConsumer, moveConsumer } from '@veritrace/platform/events/outbox-store'
import type { Provenance } from '../deps.ts'
import { newsOf } from './event-news.ts'
import { keepNotices, type News } from './keep-notices.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>

const CONSUMER = 'notices'
const BATCH = 500
/** What lay longer in the outbox is no news any more. */
const NEWS_MS = 3 * 24 * 3_600_000

/** Another process may be at it: then there is nothing to do here. */
export async function gatherEvents(deps: Deps, signal?: AbortSignal): Promise<void> {
  await insertConsumer(deps.db, CONSUMER)
  while (!signal?.aborted) if ((await gatherBatch(deps)) < BATCH) return
}

const gatherBatch = ({ db, clock }: Deps): Promise<number> =>
  transact(db, async (tx) => {
    const position = await lockConsumer(tx, CONSUMER)
    const rows = position ? await listOutbox(tx, position, BATCH) : []
    const last = rows.at(-1)
    if (!last) return 0
    const now = clock.now()
    const fresh = rows.filter(({ payload }) => now.getTime() - Date.parse(payload.occurred_at) < NEWS_MS)
    const news: News[] = []
    for (const row of fresh) {
      const one = await newsOf(tx, row)
      if (one) news.push(one)
    }
    await keepNotices(tx, news, now)
    await moveConsumer(tx, CONSUMER, last)
    return rows.length
  })
