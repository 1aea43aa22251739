// The SQL for operators of the installation: all tenants, and all operators.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export interface TenantLine {
  id: string
  display_name: string
  plan: string
  products: string[]
  members: number
}

/** Tenants that are not deleted, ordered by ID. */
export async function listTenants(db: Db): Promise<TenantLine[]> {
  const { rows } = await sql<TenantLine>`
    select t.id, t.display_name, t.plan, t.products,
      (select count(*)::int from platform.members m where m.tenant_id = t.id) as members
    from platform.tenants t where t.deleted_at is null order by t.id collate "C"`.execute(db)
  return rows
}

export interface OperatorLine {
  user_id: string
  /** Email of their account at the embedded provider. */
  email: string | null
}

export async function listOperators(db: Db): Promise<OperatorLine[]> {
  const { rows } = await sql<OperatorLine>`
    select o.user_id, u.email from platform.operators o left join platform.users u on u.id = o.user_id
    order by o.created_at, o.user_id`.execute(db)
  return rows
}

/** False if they already are an operator. */
export async function insertOperator(db: Db, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into platform.operators (user_id) values (${userId}) on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** False if they were not an operator. */
export async function deleteOperator(db: Db, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from platform.operators where user_id = ${userId}`.execute(db)
  return numAffectedRows === 1n
}
