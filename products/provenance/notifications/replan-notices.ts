// What waits follows what the person says now: it goes, or gets another moment.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { dueAt } from './due-rules.ts'
import { deleteNotices, lockWaiting, type Notice, setDue, type Waiting } from './notice-store.ts'
import { type Settings, wants } from './rules.ts'

/** More than this is looked at when it is due. */
const MOST = 2_000

export async function replanNotices(tx: Db<Tables>, who: Waiting, settings: Settings, now: Date): Promise<void> {
  await settleNotices(tx, who, await lockWaiting(tx, who, { count: MOST }), settings, now)
}

/** Of these notices, those whose moment has come. */
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
