// API keys and personal access tokens. Of the secret only its hash is here.
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { type PageQuery, pageById } from '../../db/keyset.ts'
import { type Role, SYSTEM } from '../caller.ts'
import type { Membership } from '../membership.ts'

export type KeyKind = 'api_key' | 'pat'

export interface KeyRow {
  id: string
  tenant_id: string
  kind: KeyKind
  user_id: string | null
  role: Role | null
  name: string
  prefix: string
  scopes: string[]
  /** Null for those of the tenant. */
  products: string[] | null
  allowed_cidrs: string[]
  created_by: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  last_used_ip: string | null
  revoked_at: Date | null
  revoked_by: string | null
  revoke_reason: string | null
}
interface Tables {
  'platform.api_keys': KeyRow & { secret_hash: string }
}
const typed = (db: Db): Kysely<Tables> => db
const COLUMNS = ['id', 'tenant_id', 'kind', 'user_id', 'role', 'name', 'prefix'] as const
const LIMITS = ['scopes', 'products', 'allowed_cidrs'] as const
const HISTORY = ['created_by', 'created_at', 'expires_at', 'last_used_at', 'last_used_ip'] as const
const END = ['revoked_at', 'revoked_by', 'revoke_reason'] as const

export async function insertKey(db: Db, row: KeyRow & { secret_hash: string }): Promise<void> {
  await typed(db).insertInto('platform.api_keys').values(row).execute()
}

/** Which keys a list is about: those of the tenant, or the personal tokens of one user. */
export interface KeyFilter {
  kind: KeyKind
  userId?: string
}

/** Newest first. */
export const listKeys = (db: Db, tenant: string, filter: KeyFilter, query: PageQuery) =>
  pageById<KeyRow>('api_keys', query, (after, count) => {
    let rows = typed(db)
      .selectFrom('platform.api_keys')
      .select([...COLUMNS, ...LIMITS, ...HISTORY, ...END])
      .where('tenant_id', '=', tenant)
      .where('kind', '=', filter.kind)
      .orderBy('id', 'desc')
      .limit(count)
    if (filter.userId) rows = rows.where('user_id', '=', filter.userId)
    return (after ? rows.where('id', '<', after) : rows).execute()
  })

export const lockKey = (tx: Db, tenant: string, id: string): Promise<KeyRow | undefined> =>
  typed(tx)
    .selectFrom('platform.api_keys')
    .select([...COLUMNS, ...LIMITS, ...HISTORY, ...END])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function markKeyRevoked(
  tx: Db,
  tenant: string,
  id: string,
  end: Pick<KeyRow, 'revoked_at' | 'revoked_by' | 'revoke_reason'>,
): Promise<void> {
  await typed(tx)
    .updateTable('platform.api_keys')
    .set(end)
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()
}

/** Each of them, and then, where it is a key, who made it, a key perhaps in its turn; what the platform has made is nobody's. */
export async function listMakers(
  db: Db,
  tenant: string,
  ids: readonly string[],
): Promise<{ asked: string; hand: string }[]> {
  const { rows } = await sql<{ asked: string; hand: string }>`
    with recursive makers (asked, hand, steps) as (
      select asked, asked, 0 from unnest(${[...ids]}::text[]) asked
      union all
      select asked, k.created_by, steps + 1 from makers
        join platform.api_keys k on k.tenant_id = ${tenant} and k.id = hand and k.created_by <> ${SYSTEM}
    )
    select asked, hand from makers order by steps`.execute(db)
  return rows
}

/** A key with all that its bearer may be: one query for a call. */
export interface KeyOnCall extends Omit<Membership, 'role'> {
  id: string
  kind: KeyKind
  name: string
  secretHash: string
  userId: string | null
  /** The key's own role, or its user's of this moment; null where the user is no member any more. */
  role: Role | null
  userName: string | null
  scopes: string[]
  /** What the key is limited to, beside what the tenant has. */
  productLimit: string[] | null
  allowedCidrs: string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
  tenantDeleted: boolean
}

export async function findKeyOnCall(db: Db, prefix: string): Promise<KeyOnCall | undefined> {
  const { rows } = await sql<KeyOnCall>`
    select k.id, k.kind, k.name, k.secret_hash as "secretHash", k.user_id as "userId", coalesce(k.role, m.role) as role,
      coalesce(nullif(m.display_name, ''), m.email) as "userName", k.scopes, k.allowed_cidrs as "allowedCidrs",
      k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt",
      t.deleted_at is not null as "tenantDeleted", t.id as tenant, t.customer_id as customer, t.plan, t.products,
      k.products as "productLimit", t.product_plans as "productPlans",
      exists (select 1 from platform.operators o where o.user_id = k.user_id) as operator,
      coalesce((select w.id from platform.workspaces w where w.tenant_id = t.id order by w.created_at, w.id limit 1), t.id)
        as workspace
    from platform.api_keys k
      join platform.tenants t on t.id = k.tenant_id
      left join platform.members m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
    where k.prefix = ${prefix}`.execute(db)
  return rows[0]
}

export async function touchKey(db: Db, id: string, now: Date, ip: string): Promise<void> {
  await typed(db)
    .updateTable('platform.api_keys')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', id)
    .execute()
}
