// The SQL of API keys and personal access tokens. Only hashes of secrets are stored.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { lowerRole, type Role, SYSTEM } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { type PageQuery, pageById } from '../../db/keyset.ts'
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
  /** Null means the products of the tenant. */
  products: string[] | null
  allowed_cidrs: string[]
  created_by: string
  /** The responsible member: the maker, or the member who took it over. */
  owner_id: string
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
const HISTORY = ['created_by', 'owner_id', 'created_at', 'expires_at', 'last_used_at', 'last_used_ip'] as const
const END = ['revoked_at', 'revoked_by', 'revoke_reason'] as const

export async function insertKey(db: Db, row: KeyRow & { secret_hash: string }): Promise<void> {
  await typed(db).insertInto('platform.api_keys').values(row).execute()
}

/** Selects the keys of the tenant, or the personal tokens of one user. */
export interface KeyFilter {
  kind: KeyKind
  userId?: string
}

/** A key with the highest role that its owner can pass on now; null if the owner has lost access. */
export interface OwnedKey extends KeyRow {
  ceiling: Role | null
}

/** Newest first. */
export const listKeys = (db: Db, tenant: string, filter: KeyFilter, now: Date, query: PageQuery) =>
  pageById<OwnedKey>('api_keys', query, (after, count) => {
    let rows = typed(db)
      .selectFrom('platform.api_keys')
      .select([...COLUMNS, ...LIMITS, ...HISTORY, ...END])
      .select(sql<Role | null>`(platform.answers_for(tenant_id, owner_id, ${now}::timestamptz)).role`.as('ceiling'))
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

type End = Pick<KeyRow, 'revoked_at' | 'revoked_by' | 'revoke_reason'>

/** IDs of the active keys that a person, their client or a key owns, and of keys made by these, recursively. */
const keysUnder = (tenant: string, owner: string) => sql`
  with recursive held (id) as (
    select id from platform.api_keys
    where tenant_id = ${tenant} and revoked_at is null and (owner_id = ${owner} or owner_id in (
      select client_id from platform.oidc_clients where tenant_id = ${tenant} and owner_id = ${owner}))
    union
    select k.id from held join platform.api_keys k
      on k.tenant_id = ${tenant} and k.owner_id = held.id and k.revoked_at is null
  ) select id from held`

/** Revokes the key and those that were made with it. Returns all their prefixes. */
export async function markKeyRevoked(tx: Db, tenant: string, id: string, end: End): Promise<string[]> {
  return revokeWhere(tx, tenant, sql`(id = ${id} or id in (${keysUnder(tenant, id)}))`, end)
}

/** Revokes everything that this person owns, including personal tokens. */
export async function markKeysOfRevoked(tx: Db, tenant: string, person: string, end: End): Promise<string[]> {
  return revokeWhere(tx, tenant, sql`id in (${keysUnder(tenant, person)})`, end)
}

async function revokeWhere(tx: Db, tenant: string, which: RawBuilder<unknown>, end: End): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`
    update platform.api_keys set revoked_at = ${end.revoked_at}, revoked_by = ${end.revoked_by},
      revoke_reason = ${end.revoke_reason}
    where tenant_id = ${tenant} and revoked_at is null and ${which} returning prefix`.execute(tx)
  return rows.map(({ prefix }) => prefix)
}

/**
 * Each ID, and if it is a key, its maker and its owner, which may again be keys. Keys made by the platform have
 * neither. `answers` marks the current owners.
 */
export async function listMakers(
  db: Db,
  tenant: string,
  ids: readonly string[],
): Promise<{ asked: string; principal: string; answers: boolean }[]> {
  const { rows } = await sql<{ asked: string; principal: string; answers: boolean }>`
    with recursive makers (asked, principal, steps, answers) as (
      select asked, asked, 0, true from unnest(${[...ids]}::text[]) asked
      union
      select asked, made.by, steps + 1, answers and made.by = k.owner_id from makers
        join platform.api_keys k on k.tenant_id = ${tenant} and k.id = principal
        cross join lateral (values (k.created_by), (k.owner_id)) made (by)
      where made.by <> ${SYSTEM}
    )
    select asked, principal, answers from makers order by steps`.execute(db)
  return rows
}

/** A key with everything about its caller, read in one query per call. */
export interface KeyOnCall extends Omit<Membership, 'role'> {
  id: string
  kind: KeyKind
  name: string
  secretHash: string
  userId: string | null
  /** The lower of the key's own role and its owner's current role; null if the owner can pass on nothing. */
  role: Role | null
  /** The member who is ultimately responsible for it. */
  answeredBy: string | null
  userName: string | null
  scopes: string[]
  /** Products that the key is limited to, within those of the tenant. */
  productLimit: string[] | null
  allowedCidrs: string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
  tenantDeleted: boolean
}

export async function findKeyOnCall(db: Db, prefix: string, now: Date): Promise<KeyOnCall | undefined> {
  const { rows } = await sql<Omit<KeyOnCall, 'role'> & { own: Role | null; ceiling: Role | null }>`
    select k.id, k.kind, k.name, k.secret_hash as "secretHash", k.user_id as "userId", k.role as own,
      answers.role as ceiling, answers.person as "answeredBy",
      coalesce(nullif(m.display_name, ''), m.email) as "userName", k.scopes, k.allowed_cidrs as "allowedCidrs",
      k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt",
      t.deleted_at is not null as "tenantDeleted", t.id as tenant, t.customer_id as customer, t.plan, t.products,
      k.products as "productLimit", t.product_plans as "productPlans",
      exists (select 1 from platform.operators o where o.user_id = k.user_id) as operator,
      t.id as workspace
    from platform.api_keys k
      join platform.tenants t on t.id = k.tenant_id
      left join platform.members m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
      cross join lateral platform.answers_for(k.tenant_id, k.owner_id, ${now}::timestamptz) answers
    where k.prefix = ${prefix}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { own, ceiling, ...key } = row
  return { ...key, role: effectiveRole(own, ceiling) }
}

/** A personal token has the role of its user. */
export const effectiveRole = (own: Role | null, ceiling: Role | null): Role | null =>
  ceiling && (own ? lowerRole(own, ceiling) : ceiling)

export async function touchKey(db: Db, tenant: string, id: string, now: Date, ip: string): Promise<void> {
  await typed(db)
    .updateTable('platform.api_keys')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()
}
