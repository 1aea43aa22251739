// Reads a tenant's rows from any table, paged by primary key. The tables are read from the database catalog, so that a
// table added later is exported without being listed here.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Platform tables with data of the tenant. Emails are excluded: they belong to the recipient and contain valid links. */
const OF_PLATFORM = [
  'workspaces',
  'members',
  'invitations',
  'api_keys',
  'sessions',
  'oidc_clients',
  'webhook_endpoints',
  'usage_minutes',
]

export interface Part {
  table: string
  /** The columns of the primary key with their types. */
  key: { column: string; type: string }[]
}

export async function readParts(db: Db<Tables>): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select n.nspname || '.' || c.relname as "table",
      json_agg(json_build_object('column', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by array_position(i.indkey::int2[], a.attnum)) as key
    from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
    where c.relkind = 'r'
      and (n.nspname = 'provenance' or n.nspname = 'platform' and c.relname = any(${OF_PLATFORM}::text[]))
      and exists (select 1 from pg_catalog.pg_attribute t
        where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
    group by n.nspname, c.relname order by n.nspname, c.relname`.execute(db)
  return rows
}

export interface PartRow {
  record: Record<string, unknown>
  position: string[]
}

/** The rows after `position`. */
export async function readPart(
  db: Db<Tables>,
  tenant: string,
  { table, key }: Part,
  position: readonly string[] | undefined,
  count: number,
): Promise<PartRow[]> {
  const columns = sql.join(key.map(({ column }) => sql.ref(`part.${column}`)))
  const after = position && sql.join(key.map(({ type }, at) => sql`${position[at]}::text::${sql.raw(type)}`))
  const { rows } = await sql<PartRow>`
    select to_jsonb(part) as record, array[${sql.join(key.map(({ column }) => sql`${sql.ref(`part.${column}`)}::text`))}] as position
    from ${sql.table(table)} part
    where part.tenant_id = ${tenant} ${after ? sql`and (${columns}) > (${after})` : sql``}
    order by ${columns} limit ${count}`.execute(db)
  return rows
}
