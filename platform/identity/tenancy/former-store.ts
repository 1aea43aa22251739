// Records removed members, so that tokens, proxies and sign-ins do not make them members again. Only a new invitation
// or an admin can.
import { sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { fail } from '../../errors.ts'

export async function insertFormerMember(tx: Db, tenant: string, userId: string, by: string, now: Date): Promise<void> {
  await sql`
    insert into platform.former_members (tenant_id, user_id, removed_at, removed_by)
    values (${tenant}, ${userId}, ${now}, ${by})
    on conflict (tenant_id, user_id) do update
      set removed_at = excluded.removed_at, removed_by = excluded.removed_by, returned_at = null`.execute(tx)
}

/** Marks them as members again. Their old credentials stay revoked. */
export async function markReturned(tx: Db, tenant: string, userId: string, now: Date): Promise<void> {
  await sql`
    update platform.former_members set returned_at = ${now}
    where tenant_id = ${tenant} and user_id = ${userId} and returned_at is null`.execute(tx)
}

export async function isFormerMember(db: Db, tenant: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from platform.former_members
    where tenant_id = ${tenant} and user_id = ${userId} and returned_at is null`.execute(db)
  return rows.length > 0
}

/**
 * Call this before creating a credential. Either its creator cannot be removed until this transaction ends, or they
 * already were and this fails. A removal waits for the lock, so it sees every credential that it must revoke.
 */
export async function requireStillHere(tx: Db, { tenant, actor }: Pick<Caller, 'tenant' | 'actor'>): Promise<void> {
  if (actor.type !== 'user') return
  await sql`select from platform.members where tenant_id = ${tenant} and user_id = ${actor.id} for key share`.execute(
    tx,
  )
  if (await isFormerMember(tx, tenant, actor.id)) fail('membership_ended')
}
