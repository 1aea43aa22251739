// Deletes the data of a deleted tenant in all rooms: every table with a tenant_id, found in the database catalog, so
// that new tables are included automatically.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Reference } from './purge-order.ts'

/** Rows deleted per statement; a statement must finish before its timeout. */
const BATCH = 5_000
/** Blocks deleted per statement if no index begins with the tenant: 8 MiB. */
const BLOCKS = 1_000
/** Only platform.purge_audit may delete from these tables. */
const AUDIT = ['platform.audit_entries', 'platform.audit_heads', 'platform.outbox']

/** Columns with the key of a row's object in the blob store. */
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

/** One page of blob keys in the rows of a table. */
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

export async function deleteRowsOf(db: Db, table: string, tenant: string, blocksAtOnce = BLOCKS): Promise<void> {
  if (await isFoundByTenant(db, table)) await deleteByIndex(db, table, tenant)
  else await deleteByBlocks(db, table, tenant, blocksAtOnce)
}

/** A partitioned table has no rows itself, and its partitions have its indexes. */
async function isFoundByTenant(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select c.relkind = 'p' or exists (
      select from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indpred is null and a.attname = 'tenant_id') as found
    from pg_catalog.pg_class c where c.oid = ${table}::regclass`.execute(db)
  return rows[0]!.found
}

async function deleteByIndex(db: Db, table: string, tenant: string): Promise<void> {
  const name = sql.table(table)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${name} where tenant_id = ${tenant} and ctid = any(array(
        select ctid from ${name} where tenant_id = ${tenant} limit ${BATCH}))`.execute(db)
    if (Number(numAffectedRows ?? 0) < BATCH) return
  }
}

/** Scans the table once, block by block: deleting a limited number of rows would rescan it from the start each time. */
async function deleteByBlocks(db: Db, table: string, tenant: string, atOnce: number): Promise<void> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as blocks`.execute(db)
  for (let from = 0; from < rows[0]!.blocks; from += atOnce)
    await sql`
      delete from ${sql.table(table)} where tenant_id = ${tenant}
        and ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + atOnce},0)`}::tid`.execute(db)
}

/** Deletes users who were members of this tenant only, and are not operators. */
export async function deleteLonelyUsers(db: Db, tenant: string): Promise<void> {
  await sql`
    delete from platform.users u using platform.members m
    where m.tenant_id = ${tenant} and m.user_id = u.id
      and not exists (select 1 from platform.members o where o.user_id = u.id and o.tenant_id <> ${tenant})
      and not exists (select 1 from platform.operators o where o.user_id = u.id)`.execute(db)
}

/** The log is deleted in one statement, which with millions of entries takes longer than the usual timeout. */
export async function deleteAudit(tx: Db, tenant: string): Promise<void> {
  await sql`select platform.purge_audit(${tenant})`.execute(tx)
}

/** Retains the ID, so that it can never be reused. */
export async function markPurged(tx: Db, tenant: string, now: Date): Promise<void> {
  await sql`
    update platform.tenants set display_name = '', support_email = null, homepage_url = null, payment_customer_id = null,
      purged_at = ${now}, updated_at = ${now}
    where id = ${tenant} and deleted_at is not null`.execute(tx)
}
