// The SQL of notices, pending and sent.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Tables } from '../tables.ts'

const NOTICE = ['id', 'topic', 'title', 'path', 'severity', 'pinned', 'created_at', 'due_at'] as const
export type Notice = Pick<Selectable<Tables['provenance.notices']>, (typeof NOTICE)[number]>
type NewNotice = Insertable<Tables['provenance.notices']>

/** Limited because the driver takes at most 65,535 values per statement. */
const ROWS_PER_INSERT = 1_000

/** Skips notices that exist, whether sent or pending. */
export async function insertNotices(tx: Db<Tables>, notices: readonly NewNotice[]): Promise<void> {
  for (let i = 0; i < notices.length; i += ROWS_PER_INSERT)
    await tx
      .insertInto('provenance.notices')
      .values(notices.slice(i, i + ROWS_PER_INSERT))
      .onConflict((conflict) => conflict.constraint('notices_once').doNothing())
      .execute()
}

export interface Waiting {
  tenant_id: string
  user_id: string
}

/** Members of all tenants with a notice that is due. */
export const listDue = (db: Db<Tables>, now: Date, after: Waiting | undefined, count: number): Promise<Waiting[]> =>
  db
    .selectFrom('provenance.notices')
    .select(['tenant_id', 'user_id'])
    .distinct()
    .where('sent_at', 'is', null)
    .where('due_at', '<=', now)
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(tenant_id, user_id) > (${after!.tenant_id}::text, ${after!.user_id}::text)`),
    )
    .orderBy('tenant_id')
    .orderBy('user_id')
    .limit(count)
    .execute()

/** A person's pending notices by due time, up to `until` if given. The rows stay locked until the transaction ends. */
export const lockWaiting = (
  tx: Db<Tables>,
  { tenant_id, user_id }: Waiting,
  { until, count }: { until?: Date; count: number },
): Promise<Notice[]> =>
  tx
    .selectFrom('provenance.notices')
    .select(NOTICE)
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('sent_at', 'is', null)
    .$if(until !== undefined, (rows) => rows.where('due_at', '<=', until!))
    .orderBy('due_at')
    .orderBy('id')
    .limit(count)
    .forUpdate()
    .execute()

export async function markSent(tx: Db<Tables>, tenant: string, ids: readonly string[], sent_at: Date): Promise<void> {
  await tx
    .updateTable('provenance.notices')
    .set({ sent_at })
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids)
    .execute()
}

export async function setDue(tx: Db<Tables>, tenant: string, ids: readonly string[], due_at: Date): Promise<void> {
  await tx
    .updateTable('provenance.notices')
    .set({ due_at })
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids)
    .execute()
}

export async function deleteNotices(tx: Db<Tables>, tenant: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('provenance.notices').where('tenant_id', '=', tenant).where('id', 'in', ids).execute()
}

/** Deletes notices of all tenants and returns how many. */
export async function deleteOldNotices(db: Db<Tables>, before: Date, count: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from provenance.notices where id in (
      select id from provenance.notices where created_at < ${before} order by created_at limit ${count})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
