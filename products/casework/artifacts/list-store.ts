// The SQL of lists of artifacts: each artifact of several lists once, however many of the lists name it.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { textArray } from '@veritrace/platform/db/text-array'
import { fail } from '@veritrace/platform/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface Filter {
  /** The lists of the target. */
  entries: readonly string[]
  q?: string | undefined
  type?: string | undefined
  state?: string | undefined
  label?: string | undefined
  component?: string | undefined
  software_component?: string | undefined
  has_successor?: boolean | undefined
  /** Restricts the result to these: the changes between two lists. */
  among?: readonly Name[] | undefined
  /** Restricts the result to these signatures. */
  signatures?: readonly string[] | undefined
  /** Which parts of a record belong to the signature. */
  parts: SignatureParts
  /** Short form and code of the workspace's overlays. The signature of such an artifact is `=code`. */
  overlays: readonly { form: string; code: string }[]
}
export interface SignatureParts {
  type: boolean
  labels: boolean
  attributes: boolean
}
export interface Name {
  type: string
  name: string
}
interface ListedRow {
  type: string
  key: string
  component: string
}

export type Sort = 'name' | 'type' | 'component'
interface Order {
  by: Sort
  descending: boolean
  after: readonly unknown[]
  count: number
}

/** Sorted by a total order that ends in name and type. */
export const pageThings = (
  db: Db<Tables>,
  list: string,
  query: PageQuery,
  filter: Filter,
  order: Pick<Order, 'by' | 'descending'>,
): Promise<Page<ListedRow>> =>
  pageBy(
    list,
    query,
    (row) => ORDERS[order.by].map((column) => row[column]),
    (after, count) => listThings(db, filter, { ...order, after, count }),
  )

/** Pages of a sorted list in memory: `isAfter` says whether a row comes after a position. */
export const pageRows = <T>(
  list: string,
  query: PageQuery,
  rows: readonly T[],
  positionOf: (row: T) => readonly string[],
  isAfter: (row: T, position: readonly string[]) => boolean,
): Promise<Page<T>> =>
  pageBy(list, query, positionOf, async (after, count) => {
    const begin = after.length === 0 ? 0 : rows.findIndex((row) => isAfter(row, after.map(String)))
    return begin < 0 ? [] : rows.slice(begin, begin + count)
  })

async function listThings(db: Db<Tables>, filter: Filter, order: Order): Promise<ListedRow[]> {
  const columns = ORDERS[order.by].map((column) => sql.ref(column))
  if (order.after.length > 0 && order.after.length !== columns.length) fail('invalid_cursor')
  const way = order.descending ? sql`desc` : sql`asc`
  const sign = order.descending ? sql`<` : sql`>`
  const position =
    order.after.length > 0
      ? sql`where (${sql.join(columns)}) ${sign} (${sql.join(order.after.map((value) => sql`${String(value)}::text`))})`
      : sql``
  const { rows } = await sql<ListedRow>`
    with things as (${things(filter)})
    select type, key, component from things ${position}
    order by ${sql.join(columns.map((column) => sql`${column} ${way}`))} limit ${order.count}`.execute(db)
  return rows
}

const ORDERS: Record<Sort, readonly (keyof ListedRow)[]> = {
  name: ['key', 'type'],
  type: ['type', 'key'],
  component: ['component', 'key', 'type'],
}

export interface Counted {
  facet: string
  value: string
  count: number
}
const MAX_VALUES = 100

/** The total and the most frequent values of each facet. `code` counts signatures. */
export async function countThings(db: Db<Tables>, filter: Filter, facets: readonly string[]): Promise<Counted[]> {
  const counts = facets.map((facet) => {
    const [from, value] = FACETS[facet]!
    return sql`(select ${facet} as facet, ${value} as value, count(*)::int as count from ${from}
      group by 2 order by 3 desc, 2 limit ${facet === 'code' ? 100_000 : MAX_VALUES})`
  })
  const { rows } = await sql<Counted>`
    with things as materialized (${things(filter)})
    select '' as facet, '' as value, count(*)::int as count from things
    ${counts.length > 0 ? sql`union all ${sql.join(counts, sql` union all `)}` : sql``}`.execute(db)
  return rows
}

const FACETS: Record<string, [RawBuilder<unknown>, RawBuilder<unknown>]> = {
  type: [sql`things`, sql`type`],
  component: [sql`things`, sql`component`],
  state: [sql`things cross join lateral (select distinct unnest(states) as state) s`, sql`s.state`],
  code: [sql`things`, sql`signature`],
}

/** A combination of records with one artifact as an example. */
export interface ClassRow {
  signature: string
  type: string
  key: string
}

export async function listClasses(db: Db<Tables>, filter: Pick<Filter, 'entries' | 'parts'>): Promise<ClassRow[]> {
  const { rows } = await sql<ClassRow>`
    with things as (${things({ ...filter, overlays: [] })})
    select distinct on (signature) signature, type, key from things order by signature, key, type`.execute(db)
  return rows
}

function things(filter: Filter): RawBuilder<unknown> {
  const { among, overlays, entries } = filter
  const wanted = filter.q === undefined ? undefined : `%${filter.q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const where = [
    ...(among === undefined ? [sql`f.entry_id = any(${textArray(entries)}::text[])`] : []),
    ...(filter.type === undefined ? [] : [sql`f.type = ${filter.type}`]),
    ...(wanted === undefined ? [] : [sql`lower(f.key) like ${wanted}`]),
  ]
  const having = havingOf(filter)
  return sql`
    select f.type, f.key, max(f.component) as component, array_agg(f.state) as states,
      ${overlays.length > 0 ? sql`coalesce('=' || max(o.code), ${signature(filter)})` : signature(filter)} as signature
    from ${among === undefined ? sql`casework.facts f` : sql`${unnest(among)} join casework.facts f on f.key = n.key and f.type = n.type`}
    ${
      overlays.length > 0
        ? sql`left join unnest(${textArray(overlays.map(({ form }) => form))}::text[],
            ${textArray(overlays.map(({ code }) => code))}::text[]) as o(form, code) on o.form = f.type || ':' || f.key`
        : sql``
    }
    ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
    group by f.type, f.key
    ${having.length > 0 ? sql`having ${sql.join(having, sql` and `)}` : sql``}`
}

function havingOf(filter: Filter): RawBuilder<unknown>[] {
  const { overlays, signatures } = filter
  const followed = sql`bool_or(f.concept <> '' or exists (select from casework.successors s
    where s.key = f.key and s.type = f.type and s.entry_id = f.entry_id))`
  const whole = overlays.length > 0 ? sql`coalesce('=' || max(o.code), ${signature(filter)})` : signature(filter)
  const prefix = filter.component?.replace(/[\\%_]/g, '\\$&')
  return [
    ...(filter.state === undefined ? [] : [sql`bool_or(f.state = ${filter.state})`]),
    ...(filter.label === undefined ? [] : [sql`bool_or(${filter.label} = any(f.labels))`]),
    ...(prefix === undefined ? [] : [sql`bool_or(f.component like ${`${prefix}%`})`]),
    ...(filter.software_component === undefined
      ? []
      : [sql`bool_or(f.software_component = ${filter.software_component})`]),
    ...(filter.has_successor === undefined ? [] : [filter.has_successor ? followed : sql`not ${followed}`]),
    ...(signatures === undefined ? [] : [sql`${whole} = any(${textArray(signatures)}::text[])`]),
  ]
}

/** Everything that rules can read from the records of an artifact, as one text. */
const signature = ({ entries, parts }: Pick<Filter, 'entries' | 'parts'>): RawBuilder<unknown> =>
  sql`coalesce(string_agg(f.entry_id || '|' || f.state ${parts.type ? sql`|| '|' || f.type` : sql``}
    ${parts.labels ? sql`|| '|' || array_to_string(f.labels, ',')` : sql``}
    ${parts.attributes ? sql`|| '|' || coalesce(f.attributes::text, '')` : sql``}, ';' order by f.entry_id)
    filter (where f.entry_id = any(${textArray(entries)}::text[])), '')`

const unnest = (names: readonly Name[]): RawBuilder<unknown> =>
  sql`unnest(${textArray(names.map(({ type }) => type))}::text[], ${textArray(names.map(({ name }) => name))}::text[]) as n(type, key)`

/** Artifacts that differ between two lists: in presence, state or successors. */
export async function listChanged(db: Db<Tables>, before: string, after: string): Promise<Name[]> {
  const both = textArray([before, after])
  const { rows } = await sql<Name>`
    select f.type, f.key as name from casework.facts f where f.entry_id = any(${both}::text[])
    group by f.type, f.key
    having count(*) < 2 or count(distinct f.state || '|' || f.successor_kind || '|' || f.concept) > 1
    union
    select e.type, e.key from (
      select s.entry_id, s.type, s.key, string_agg(s.successor_type || ':' || s.successor_key, ',' order by s.successor_type, s.successor_key) as after
      from casework.successors s where s.entry_id = any(${both}::text[]) group by s.entry_id, s.type, s.key
    ) e group by e.type, e.key having count(*) < 2 or count(distinct e.after) > 1`.execute(db)
  return rows
}

/** The overlays of the workspace. */
export async function listOverlays(
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
  pack: string,
  now: Date,
): Promise<{ form: string; code: string }[]> {
  const { rows } = await sql<{ form: string; code: string }>`
    select distinct on (d.type, d.key) d.type || ':' || d.key as form, d.value ->> 'level' as code
    from casework.decisions d
    where d.tenant_id = ${tenant} and d.workspace_id = ${workspace} and d.pack_id = ${pack} and d.kind = 'overlay'
      and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${now}) and d.value ->> 'level' is not null
    order by d.type, d.key, d.at desc, d.id desc`.execute(db)
  return rows
}
