// Requests of others whose time runs out: told when they are at risk to be late, and once more when they are late.
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { minuteOf, numberText } from '../requests/rules.ts'
import { keepNotices, type News } from './keep-notices.ts'
import { listPressing } from './news-store.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>
type Pressing = Awaited<ReturnType<typeof listPressing>>[number]

/** What is late for longer is no news any more; looks may have been missed. */
const NEWS_MS = 2 * 24 * 3_600_000
const BATCH = 200

export async function warnOfDeadlines({ db, clock }: Deps, signal?: AbortSignal): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - NEWS_MS)
  let last: Pressing | undefined
  do {
    const pressing = await listPressing(db, since, now, last, BATCH)
    await transact(db, (tx) =>
      keepNotices(
        tx,
        pressing.map((request) => deadlineNews(request, now)),
        now,
      ),
    )
    last = pressing.length < BATCH ? undefined : pressing.at(-1)
  } while (last && !signal?.aborted)
}

/** With the moment and not how far it is: the letter may come on another day. */
function deadlineNews({ id, tenant_id, number, subject, due_at }: Pressing, now: Date): News {
  const isLate = due_at <= now
  const words = isLate ? 'was to be answered by' : 'is to be answered by'
  return {
    tenant: tenant_id,
    topic: 'trust_request',
    key: `${isLate ? 'late' : 'at risk'} ${id}`,
    title: `${numberText(number)} ${words} ${minuteOf(due_at)}: ${subject}`,
    path: `/workspace/requests/${id}`,
    severity: null,
    pinned: null,
  }
}
