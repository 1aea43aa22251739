// Differences between two versions of a list, computed in SQL because lists have tens of thousands of objects.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

export type Change = 'added' | 'removed' | 'state' | 'successors'

export interface Difference {
  change: Change
  type: string
  key: string
  component: string
  from_state: string | null
  to_state: string | null
  /** `CDS_STOB:I_PRODUCT`, sorted. */
  from_successors: string[]
  to_successors: string[]
}
/** Number of objects that went from one state to another. A state is null if that version does not name the object. */
export interface Transition {
  change: Change
  from_state: string | null
  to_state: string | null
  count: number
}

export interface Narrowed {
  filter?: Change
  from_state?: string
  to_state?: string
  /** Only these objects. */
  only?: readonly { type: string; name: string }[]
}
export interface DiffOptions extends Narrowed {
  after?: { type: string; key: string }
  limit: number
}

export const pageDifferences = (
  db: Db<Tables>,
  fromEntryId: string,
  toEntryId: string,
  { cursor, limit, ...narrowed }: Narrowed & PageQuery,
): Promise<Page<Difference>> =>
  pageBy(
    `${fromEntryId} ${toEntryId} differences`,
    { limit, ...(cursor && { cursor }) },
    ({ type, key }) => [type, key],
    ([type, key], count) => {
      const after = type === undefined ? {} : { after: { type: String(type), key: String(key) } }
      return diffEntries(db, fromEntryId, toEntryId, { ...narrowed, ...after, limit: count })
    },
  )

/** By type and name. */
export async function diffEntries(
  db: Db<Tables>,
  fromEntryId: string,
  toEntryId: string,
  options: DiffOptions,
): Promise<Difference[]> {
  const { filter, from_state, to_state, after, limit } = options
  const { rows } = await sql<Difference>`
    ${differences(fromEntryId, toEntryId, options.only)}
    select change, type, key, component, from_state, to_state,
      coalesce(from_successors, '{}') as from_successors, coalesce(to_successors, '{}') as to_successors
    from differences
    where ${filter ? sql`change = ${filter}` : sql`true`}
      and ${from_state ? sql`from_state = ${from_state}` : sql`true`}
      and ${to_state ? sql`to_state = ${to_state}` : sql`true`}
      and ${after ? sql`(type, key) > (${after.type}, ${after.key})` : sql`true`}
    order by type, key limit ${limit}`.execute(db)
  return rows
}

export async function countDifferences(
  db: Db<Tables>,
  fromEntryId: string,
  toEntryId: string,
  only?: DiffOptions['only'],
): Promise<Transition[]> {
  const { rows } = await sql<Transition>`
    ${differences(fromEntryId, toEntryId, only)}
    select change, from_state, to_state, count(*)::int as count from differences
    group by change, from_state, to_state order by count desc, change, from_state, to_state`.execute(db)
  return rows
}

/**
 * Right after an import the planner has no statistics on the new rows and expects one. Full joins are hashed or merged
 * whatever it expects, and named objects are looked up by key.
 */
function differences(from: string, to: string, only: Narrowed['only']): RawBuilder<unknown> {
  const facts = (entryId: string) =>
    only
      ? sql`select fact.type, fact.key, fact.state, fact.concept, fact.component
          from unnest(${only.map(({ type }) => type)}::text[], ${only.map(({ name }) => name)}::text[]) as wanted (type, key)
          join casework.facts fact
            on fact.key = wanted.key and fact.type = wanted.type and fact.entry_id = ${entryId}`
      : sql`select type, key, state, concept, component from casework.facts where entry_id = ${entryId}`
  const successors = (entryId: string) => sql`
    select type, key, array_agg(successor_type || ':' || successor_key order by successor_type, successor_key) as list
    from casework.successors where entry_id = ${entryId} group by type, key`
  return sql`with pairs as (
    select coalesce(was.type, becomes.type) as type, coalesce(was.key, becomes.key) as key,
      coalesce(becomes.component, was.component) as component,
      was.state as from_state, becomes.state as to_state, was.concept <> becomes.concept as other_concept
    from (${facts(from)}) was full join (${facts(to)}) becomes on was.type = becomes.type and was.key = becomes.key
  ), edges as (
    select coalesce(was.type, becomes.type) as type, coalesce(was.key, becomes.key) as key,
      was.list as from_successors, becomes.list as to_successors
    from (${successors(from)}) was full join (${successors(to)}) becomes
      on was.type = becomes.type and was.key = becomes.key
  ), differences as (
    select pairs.type, pairs.key, component, from_state, to_state, from_successors, to_successors,
      case when from_state is null then 'added'
        when to_state is null then 'removed'
        when from_state <> to_state then 'state'
        else 'successors' end as change
    from pairs full join edges on pairs.type = edges.type and pairs.key = edges.key
    where pairs.key is not null and (from_state is null or to_state is null or from_state <> to_state
      or from_successors is distinct from to_successors or other_concept)
  )`
}

/** Compares everything that rules, ratings and pages read, which is more than a difference shows. */
export async function hasSameFacts(db: Db<Tables>, entryId: string, otherId: string): Promise<boolean> {
  const facts = (id: string) => sql`
    select type, key, row(role, state, successor_kind, concept, labels, container_type, container_name, software_component,
      component, pointer, attributes) as content
    from casework.facts where entry_id = ${id}`
  const successors = (id: string) => sql`
    select type, key, place, row(successor_type, successor_key) as content from casework.successors where entry_id = ${id}`
  const { rows } = await sql<{ same: boolean }>`
    select not exists (
      select from (${facts(entryId)}) one full join (${facts(otherId)}) other
        on one.type = other.type and one.key = other.key
      where one.content is distinct from other.content
    ) and not exists (
      select from (${successors(entryId)}) one full join (${successors(otherId)}) other
        on one.type = other.type and one.key = other.key and one.place = other.place
      where one.content is distinct from other.content
    ) as same`.execute(db)
  return rows[0]!.same
}
