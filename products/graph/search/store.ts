// The SQL of search: texts and types in order of arrival, and statements about given nodes.
import type { Db } from '@veritrace/platform/db/db'
import { decodeCursor, encodeCursor } from '@veritrace/platform/db/keyset'
import { type RawBuilder, sql } from 'kysely'
import { hasId, isAmong, isNode, nextInOrder, type Place } from '../statements/lookup-store.ts'
import type { StatementRow, Tables } from '../tables.ts'
import { DESCRIPTIONS, LABELS, RDF_TYPE } from './label-rules.ts'

/** Tenant, workspace, and one context or all. */
export type Within = readonly [tenant: string, workspace: string, context: string | undefined]

export type SearchRow = Pick<
  StatementRow,
  'id' | 'context' | 'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language' | 'seq'
>

const inside = ([tenant, workspace, context]: Within, part?: { after: Place; to?: number }) => sql`
  ${isAmong({ tenant, workspace }, part)} ${ofContext(context)}`
const ofContext = (context: string | undefined) => (context === undefined ? sql`` : sql`and context = ${context}`)

/** In scope, with a node at that position. */
export const at = ([tenant, workspace, context]: Within, column: 'subject' | 'object', node: RawBuilder<unknown>) =>
  sql`${isNode(column, node, { tenant, workspace })} ${ofContext(context)}`
const WANTED = sql`wanted.node`

/** Literals and types after a position; literals are cut to `length` characters. */
export async function listTexts(
  db: Db<Tables>,
  within: Within,
  after: Place,
  { limit, length }: { limit: number; length: number },
): Promise<SearchRow[]> {
  const { rows } = await nextInOrder<SearchRow>(
    sql`id, context, subject, predicate, left(object, ${length}) as object, object_type, datatype, language, seq`,
    sql`${inside(within, { after })} and (object_type = 'literal' or predicate = ${RDF_TYPE})`,
    limit,
  ).execute(db)
  return rows
}

export async function listStatements(
  db: Db<Tables>,
  [tenant, workspace, context]: Within,
  ids: readonly string[],
): Promise<SearchRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SearchRow>`
    select id, context, subject, predicate, object, object_type, datatype, language, seq
    from graph.statements where ${hasId(sql`any(${ids}::text[])`, { tenant, workspace })} ${ofContext(context)}`.execute(
    db,
  )
  return rows
}

/** Limit per node. A node with more labels is found by some of them. */
const MOST_FACTS = 200

/** Labels, and types or descriptions, of the given nodes. */
export async function listFacts(
  db: Db<Tables>,
  within: Within,
  nodes: readonly string[],
  also: 'types' | 'descriptions',
): Promise<SearchRow[]> {
  if (nodes.length === 0) return []
  const predicates = [...LABELS, ...(also === 'types' ? [RDF_TYPE] : DESCRIPTIONS)]
  const { rows } = await sql<SearchRow>`
    select fact.id, context, subject, predicate, object, object_type, datatype, language, seq
    from unnest(${nodes}::text[]) wanted (node) cross join lateral (
      select id, context, subject, predicate, left(object, 2000) as object, object_type, datatype, language, seq
      from graph.statements
      where ${at(within, 'subject', WANTED)} and predicate = any(${predicates}::text[])
        and object_type = case when predicate = ${RDF_TYPE} then 'iri' else 'literal' end
      limit ${MOST_FACTS}
    ) fact order by fact.id`.execute(db)
  return rows
}

/** Nodes that have all of these values. A node in several contexts may be listed more than once. */
export async function listNodesWith(
  db: Db<Tables>,
  within: Within,
  [first, ...others]: readonly (readonly [predicate: string, value: string])[],
  options: { limit: number; among?: readonly string[] },
): Promise<string[]> {
  const is = ([predicate, value]: readonly [string, string]) => sql`
    ${at(within, 'object', sql`${value}`)} and predicate = ${predicate}`
  // Not an intersection, which would read all nodes of a class before returning the first.
  const alsoHas = (pair: readonly [string, string]) => sql`
    and exists (
      select 1 from graph.statements
      where ${at(within, 'subject', sql`node.subject`)} and ${is(pair)})`
  const start = options.among
    ? sql`unnest(${options.among}::text[]) wanted (node) cross join lateral (
        select subject from graph.statements where ${at(within, 'subject', WANTED)} and ${is(first!)} limit 1
      ) node`
    : sql`(select subject from graph.statements where ${is(first!)}) node`
  const { rows } = await sql<{ subject: string }>`
    select node.subject from ${start}
    where true ${sql.join(others.map(alsoHas), sql` `)} limit ${options.limit}`.execute(db)
  return rows.map(({ subject }) => subject)
}

/** The nodes of label statements, in order of arrival. */
export async function listLabelled(
  db: Db<Tables>,
  within: Within,
  { limit, ...part }: { after: Place; to: number; limit: number },
): Promise<Pick<SearchRow, 'seq' | 'id' | 'context' | 'subject'>[]> {
  const { rows } = await nextInOrder<Pick<SearchRow, 'seq' | 'id' | 'context' | 'subject'>>(
    sql`seq, id, context, subject`,
    sql`${inside(within, part)} and predicate = any(${LABELS}::text[]) and object_type = 'literal'`,
    limit,
  ).execute(db)
  return rows
}

export async function countLabelled(db: Db<Tables>, within: Within): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select context, subject from graph.statements
      where ${inside(within)} and predicate = any(${LABELS}::text[]) and object_type = 'literal'
      group by context, subject
    ) labelled`.execute(db)
  return rows[0]!.count
}

/** A cursor belongs to one search: the same query, mode, filters and scope. */
export const readCursor = (search: string, cursor: string): unknown[] => decodeCursor(search, cursor)
export const writeCursor = (search: string, values: unknown[]): string => encodeCursor(search, values)
