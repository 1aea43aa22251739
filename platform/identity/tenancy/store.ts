// The SQL of tenants and their members.
import { type Kysely, sql } from 'kysely'
import type { Plan, Role } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { type PageQuery, pageBy } from '../../db/keyset.ts'
import { fail } from '../../errors.ts'
import type { Membership } from '../membership.ts'
import { markReturned } from './former-store.ts'

export interface Tenant {
  id: string
  customer_id: string
  display_name: string
  plan: Plan
  products: string[]
  product_plans: Record<string, Plan>
  support_email: string | null
  homepage_url: string | null
  payment_customer_id: string | null
  subscription_status: string
  subscription_current_period_end: Date | null
  trial_ends_at: Date | null
  /** Incremented by the database at every write. */
  version: number
  created_at: Date
  updated_at: Date
}

export interface Member {
  tenant_id: string
  user_id: string
  role: Role
  email: string | null
  display_name: string
  joined_at: Date
}

export interface TenantOfUser {
  id: string
  name: string
  role: Role
  plan: Plan
  joined_at: Date
}

interface Tables {
  'platform.tenants': Tenant & { deleted_at: Date | null; purged_at: Date | null }
  'platform.members': Member
  'platform.operators': { user_id: string; created_at: Date }
}
const typed = (db: Db): Kysely<Tables> => db
const MEMBER_COLUMNS = ['tenant_id', 'user_id', 'role', 'email', 'display_name', 'joined_at'] as const

/** A tenant that exists and is not deleted. */
export const findTenant = (db: Db, id: string): Promise<Tenant | undefined> =>
  typed(db)
    .selectFrom('platform.tenants')
    .select(['id', 'customer_id', 'display_name', 'plan', 'products', 'product_plans', 'support_email', 'homepage_url'])
    .select(['payment_customer_id', 'subscription_status', 'subscription_current_period_end', 'trial_ends_at'])
    .select(['version', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Locks the row, so that two edits of one profile run one after the other. */
export async function lockTenant(tx: Db, id: string): Promise<Tenant | undefined> {
  await sql`select 1 from platform.tenants where id = ${id} for no key update`.execute(tx)
  return findTenant(tx, id)
}

/** Waits for all writes of the tenant, and blocks new ones. */
export async function lockWholeTenant(tx: Db, id: string): Promise<Tenant | undefined> {
  await sql`select 1 from platform.tenants where id = ${id} for update`.execute(tx)
  return findTenant(tx, id)
}

/**
 * Whether the tenant was deleted. If not, it cannot be deleted until the transaction ends; nothing else waits for this
 * lock.
 */
export async function isTenantDeleted(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ deleted: boolean }>`
    select deleted_at is not null as deleted from platform.tenants where id = ${id} for key share`.execute(tx)
  return rows[0]?.deleted === true
}

export type TenantProfile = Pick<Tenant, 'display_name' | 'support_email' | 'homepage_url'>

export async function updateTenant(tx: Db, id: string, fields: Partial<TenantProfile>, now: Date): Promise<void> {
  await typed(tx)
    .updateTable('platform.tenants')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export type NewTenant = Pick<Tenant, 'id' | 'customer_id' | 'display_name'> &
  Partial<Pick<Tenant, 'plan' | 'products' | 'support_email' | 'homepage_url'>>

/** False if the ID is taken, even by a deleted tenant. */
export async function insertTenant(db: Db, tenant: NewTenant, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await typed(db)
    .insertInto('platform.tenants')
    .values({ ...(tenant as Tenant & { deleted_at: null; purged_at: null }), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function markTenantDeleted(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await typed(db)
    .updateTable('platform.tenants')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Restores the tenant, but not the access that its deletion ended. */
export async function restoreTenant(db: Db, id: string, now: Date): Promise<void> {
  await typed(db)
    .updateTable('platform.tenants')
    .set({ deleted_at: null, purged_at: null, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** The membership of a person in this tenant, or in the one they joined first; undefined if the tenant is deleted. */
export async function findMembership(db: Db, userId: string, tenantId?: string): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    select t.id as tenant, t.customer_id as customer, m.role, t.plan, t.products, t.product_plans as "productPlans",
      exists (select 1 from platform.operators o where o.user_id = m.user_id) as operator, t.id as workspace
    from platform.members m join platform.tenants t on t.id = m.tenant_id
    where m.user_id = ${userId} and t.deleted_at is null
      and (${tenantId ?? null}::text is null or t.id = ${tenantId ?? null})
    order by m.joined_at, t.id limit 1`.execute(db)
  return rows[0]
}

/** All tenants that a person may act for, in the order of joining. */
export async function listTenantsOf(db: Db, userId: string): Promise<TenantOfUser[]> {
  const { rows } = await sql<TenantOfUser>`
    select t.id, t.display_name as name, m.role, t.plan, m.joined_at
    from platform.members m join platform.tenants t on t.id = m.tenant_id
    where m.user_id = ${userId} and t.deleted_at is null order by m.joined_at, t.id`.execute(db)
  return rows
}

/** The current rights behind the claims of a token or proxy. */
export interface Standing extends Omit<Membership, 'role'> {
  /** The highest role they can act in; null if they were removed or their client was revoked. */
  ceiling: Role | null
  /** The member who owns the client, if any. */
  answeredBy: string | null
  /** When they were last removed, even if they have come back since. */
  removedAt: Date | null
}

/** The tenant and the current rights of the caller, a person or a client. */
export async function findStanding(db: Db, tenant: string, actor: string, now: Date): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select t.id as tenant, t.customer_id as customer, t.plan, t.products, t.product_plans as "productPlans",
      exists (select 1 from platform.operators o where o.user_id = ${actor}) as operator, t.id as workspace,
      answers.role as ceiling, nullif(answers.person, ${actor}) as "answeredBy",
      (select removed_at from platform.former_members where tenant_id = t.id and user_id = ${actor}) as "removedAt"
    from platform.tenants t cross join lateral platform.answers_for(t.id, ${actor}, ${now}::timestamptz) answers
    where t.id = ${tenant} and t.deleted_at is null`.execute(db)
  return rows[0]
}

export const findMember = (db: Db, tenant: string, userId: string): Promise<Member | undefined> =>
  typed(db)
    .selectFrom('platform.members')
    .select(MEMBER_COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const findMemberByEmail = (db: Db, tenant: string, email: string): Promise<Member | undefined> =>
  typed(db)
    .selectFrom('platform.members')
    .select(MEMBER_COLUMNS)
    .where('tenant_id', '=', tenant)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** The owner who joined first. */
export const findFirstOwner = (db: Db, tenant: string): Promise<Member | undefined> =>
  typed(db)
    .selectFrom('platform.members')
    .select(MEMBER_COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('role', '=', 'owner')
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()

/** In the order of joining. */
export const listMembers = (db: Db, tenant: string, query: PageQuery) =>
  pageBy<Member>(
    'members',
    query,
    (member) => [member.joined_at.toISOString(), member.user_id],
    async ([joined, user], count) => {
      if (joined !== undefined && Number.isNaN(Date.parse(String(joined)))) fail('invalid_cursor')
      return typed(db)
        .selectFrom('platform.members')
        .select(MEMBER_COLUMNS)
        .where('tenant_id', '=', tenant)
        .where(
          joined === undefined
            ? sql<boolean>`true`
            : sql<boolean>`(joined_at, user_id) > (${new Date(String(joined))}::timestamptz, ${String(user)}::text)`,
        )
        .orderBy('joined_at')
        .orderBy('user_id')
        .limit(count)
        .execute()
    },
  )

/** The first members with one of the roles. */
export const listMembersAs = (db: Db, tenant: string, roles: readonly Role[], limit: number): Promise<Member[]> =>
  typed(db)
    .selectFrom('platform.members')
    .select(MEMBER_COLUMNS)
    .where('tenant_id', '=', tenant)
    .where('role', 'in', [...roles])
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(limit)
    .execute()

/** Locks the owners, so that two of them cannot leave at the same moment. */
export async function lockOwners(tx: Db, tenant: string): Promise<string[]> {
  const owners = await typed(tx)
    .selectFrom('platform.members')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return owners.map((owner) => owner.user_id)
}

/** False if the person is already a member. Also restores a removed member. */
export async function insertMember(db: Db, member: Member): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await typed(db)
    .insertInto('platform.members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await markReturned(db, member.tenant_id, member.user_id, member.joined_at)
  return true
}

export async function updateMember(
  db: Db,
  tenant: string,
  userId: string,
  change: Partial<Pick<Member, 'role' | 'email' | 'display_name'>>,
): Promise<void> {
  await typed(db)
    .updateTable('platform.members')
    .set(change)
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(db: Db, tenant: string, userId: string): Promise<void> {
  await typed(db).deleteFrom('platform.members').where('tenant_id', '=', tenant).where('user_id', '=', userId).execute()
}
