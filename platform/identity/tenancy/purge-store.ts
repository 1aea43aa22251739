// What a deleted tenant has left behind, in any room: every table with a tenant_id, found in the catalog of the
// database, so that a table that is added later is not forgotten.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Reference } from './purge-order.ts'

/** Rows that one statement deletes; a statement must end before its timeout. */
const BATCH = 5_000
/** These go through platform.purge_audit, which alone may delete from the log. */
const AUDIT = ['platform.audit_entries', 'platform.audit_heads', 'platform.outbox']

/** How tables call the object in the blob store that a row has. */
export const FILE_COLUMNS = ['storage_key', 'blob_key'] as const
export type FileColumn = (typeof FILE_COLUMNS)[number]

export async function listTenantsToPurge(db: Db, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from platform.tenants where deleted_at < ${before} and purged_at is null
    order by deleted_at limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** As `schema.table`. */
export async function readTablesWith(db: Db, column: 'tenant_id' | FileColumn): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name
    from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where a.attname = ${column} and not a.attisdropped
      and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    order by 1`.execute(db)
  return rows.map((row) => row.name).filter((name) => !AUDIT.includes(name))
}

export async function readReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select fn.nspname || '.' || f.relname as "from", tn.nspname || '.' || t.relname as "to"
    from pg_catalog.pg_constraint k
      join pg_catalog.pg_class f on f.oid = k.conrelid join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
      join pg_catalog.pg_class t on t.oid = k.confrelid join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f'`.execute(db)
  return rows
}

/** Objects that the rows of a table name, a page at a time. */
export async function listFiles(
  db: Db,
  { table, column }: { table: string; column: FileColumn },
  tenant: string,
  after: string,
): Promise<string[]> {
  const key = sql.ref(column)
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from ${sql.table(table)}
    where tenant_id = ${tenant} and ${key} > ${after} order by ${key} limit 500`.execute(db)
  return rows.map((row) => row.key)
}

export async function deleteRowsOf(db: Db, table: string, tenant: string): Promise<void> {
  const name = sql.table(table)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${name} where tenant_id = ${tenant} and ctid = any(array(
        select ctid from ${name} where tenant_id = ${tenant} limit ${BATCH}))`.execute(db)
    if (Number(numAffectedRows ?? 0) < BATCH) return
  }
}

/** People who belonged to this tenant only, and do not work for the platform. */
export async function deleteLonelyUsers(db: Db, tenant: string): Promise<void> {
  await sql`
    delete from platform.users u using platform.members m
    where m.tenant_id = ${tenant} and m.user_id = u.id
      and not exists (select 1 from platform.members o where o.user_id = u.id and o.tenant_id <> ${tenant})
      and not exists (select 1 from platform.operators o where o.user_id = u.id)`.execute(db)
}

/** The log goes in one piece: with millions of entries that needs longer than a statement has elsewhere. */
export async function deleteAudit(tx: Db, tenant: string): Promise<void> {
  await sql`select platform.purge_audit(${tenant})`.execute(tx)
}

/** Leaves the id, so that nobody else can ever have it. */
export async function markPurged(tx: Db, tenant: string, now: Date): Promise<void> {
  await sql`
    update platform.tenants set display_name = '', support_email = null, homepage_url = null, payment_customer_id = null,
      purged_at = ${now}, updated_at = ${now}
    where id = ${tenant} and deleted_at is not null`.execute(tx)
}
