// Generates thousands of rows by copying one that the server has written, changing only what must differ.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'

export interface Growth {
  table: string
  /** Selects the row to copy. Default: the first one of the tenant. */
  like?: string
  /** SQL for columns whose values cannot be derived from the catalog, using the copied row `s` and the number `nth`. */
  set?: Record<string, string>
}

interface Column {
  name: string
  type: string
  is_unique: boolean
  is_reference: boolean
}

/** Copies the row once per number. Tables that reference each other use the same IDs for their copies. */
export async function grow(
  db: Db,
  growth: Growth,
  tenant: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const columns = await columnsOf(db, growth.table)
  const unique = columns.filter(({ name, is_unique }) => is_unique && !OF_THE_TENANT.includes(name))
  const own = unique.filter(({ is_reference }) => !is_reference)
  const varied = new Set((own.length > 0 ? own : unique).map(({ name }) => name))
  const values = columns.map((column) => {
    const { name } = column
    if (growth.set?.[name]) return growth.set[name]
    if (varied.has(name)) return another(column)
    return MOMENTS.includes(name) ? `s.${quoted(name)} + nth * interval '1 millisecond'` : `s.${quoted(name)}`
  })
  const original = await originalOf(db, growth, tenant, columns)
  await sql
    .raw(
      `insert into ${growth.table} (${columns.map(({ name }) => quoted(name)).join(', ')}) overriding system value
       select ${values.join(', ')} from ${original} s, generate_series(${from}, ${to}) as number (nth)`,
    )
    .execute(db)
}

const originals = new Map<string, string>()

/** Stored in a temporary table on the only connection, because later it could not be distinguished from its copies. */
async function originalOf(db: Db, { table, like }: Growth, tenant: string, columns: Column[]): Promise<string> {
  const isTenants = columns.some(({ name }) => name === 'tenant_id')
  const which = [isTenants && `tenant_id = '${tenant}'`, like].filter(Boolean).join(' and ') || 'true'
  const key = `${table} ${which}`
  const known = originals.get(key)
  if (known) return known
  const name = `original_${originals.size}`
  await sql.raw(`create temp table ${name} as select * from ${table} where ${which} order by ctid limit 1`).execute(db)
  originals.set(key, name)
  return name
}

const OF_THE_TENANT = ['tenant_id', 'workspace_id', 'customer_id']
const MOMENTS = ['created_at', 'updated_at', 'at', 'queued_at', 'occurred_at', 'observed_at', 'first_seen_at']
const quoted = (name: string): string => `"${name}"`

function another({ name, type }: Column): string {
  const column = `s.${quoted(name)}`
  if (/^(?:integer|bigint|smallint)$/.test(type)) return `${column} + nth`
  if (/^timestamp/.test(type)) return `${column} + nth * interval '1 millisecond'`
  if (type === 'bytea') return `sha256((${column}::text || nth)::bytea)`
  if (name === 'id' || name.endsWith('_id'))
    return `case when length(${column}) > 20 then left(${column}, -8) || lpad(nth::text, 8, '0') else ${column} || '-' || nth end`
  return `${column} || nth`
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indpred is null and a.attnum = any(i.indkey)) as is_unique,
      exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'f' and a.attnum = any(k.conkey)) as is_reference
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`.execute(db)
  return rows
}
