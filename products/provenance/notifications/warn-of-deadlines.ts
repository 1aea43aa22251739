// Notices about inbound requests: one when a request is at risk, another when it is overdue.
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { minuteOf, numberText } from '../requests/rules.ts'
import { createNotices, type News } from './create-notices.ts'
import { listPressing } from './news-store.ts'

type Deps = Pick<Provenance, 'db' | 'clock'>
type Pressing = Awaited<ReturnType<typeof listPressing>>[number]

/** Requests overdue for longer are not news. The margin covers missed runs. */
const NEWS_MS = 2 * 24 * 3_600_000
const BATCH = 200

export async function warnOfDeadlines({ db, clock }: Deps, signal?: AbortSignal): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - NEWS_MS)
  let last: Pressing | undefined
  do {
    const pressing = await listPressing(db, since, now, last, BATCH)
    await transact(db, (tx) =>
      createNotices(
        tx,
        pressing.map((request) => deadlineNews(request, now)),
        now,
      ),
    )
    last = pressing.length < BATCH ? undefined : pressing.at(-1)
  } while (last && !signal?.aborted)
}

/** The title names the due time, not the time left, because the email may go out on another day. */
function deadlineNews({ id, tenant_id, number, subject, due_at }: Pressing, now: Date): News {
  const isLate = due_at <= now
  const verb = isLate ? 'was due by' : 'is due by'
  return {
    tenant: tenant_id,
    topic: 'trust_request',
    key: `${isLate ? 'late' : 'at risk'} ${id}`,
    title: `${numberText(number)} ${verb} ${minuteOf(due_at)}: ${subject}`,
    path: `/workspace/requests/${id}`,
    severity: null,
    pinned: null,
  }
}
