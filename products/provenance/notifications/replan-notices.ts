// Applies changed preferences to pending notices: deletes them or moves their due time.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { dueAt } from './due-rules.ts'
import { deleteNotices, lockWaiting, type Notice, setDue, type Waiting } from './notice-store.ts'
import { type Settings, wants } from './rules.ts'

/** Further notices are checked when they are due. */
const MAX_NOTICES = 2_000

export async function replanNotices(tx: Db<Tables>, who: Waiting, settings: Settings, now: Date): Promise<void> {
  await settleNotices(tx, who, await lockWaiting(tx, who, { count: MAX_NOTICES }), settings, now)
}

/** Deletes unwanted notices, reschedules the others, and returns those that are due now. */
export async function settleNotices(
  tx: Db<Tables>,
  { tenant_id }: Waiting,
  notices: readonly Notice[],
  settings: Settings,
  now: Date,
): Promise<Notice[]> {
  const { wanted = [], unwanted = [] } = Object.groupBy(notices, (one) =>
    wants(settings, one) ? 'wanted' : 'unwanted',
  )
  await deleteNotices(tx, tenant_id, idsOf(unwanted))
  const planned = wanted.map((notice) => ({ ...notice, moment: dueAt(settings, notice.topic, notice.created_at, now) }))
  const moved = planned.filter(({ moment, due_at }) => moment > now && moment.getTime() !== due_at.getTime())
  for (const [moment, some] of Map.groupBy(moved, (one) => one.moment.getTime()))
    await setDue(tx, tenant_id, idsOf(some), new Date(moment))
  const ready = planned.filter(({ moment }) => moment <= now)
  const early = ready.filter(({ due_at }) => due_at > now)
  if (early.length > 0) await setDue(tx, tenant_id, idsOf(early), now)
  return ready
}

const idsOf = (notices: readonly Notice[]): string[] => notices.map(({ id }) => id)
