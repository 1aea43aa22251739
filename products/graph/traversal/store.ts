// The SQL of traversal. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import { isAmong, isNode, nextInOrder, type Place } from '../statements/lookup-store.ts'
import type { StatementRow, Tables } from '../tables.ts'
import { LABEL_PREDICATES, LONGEST_LABEL, LONGEST_NUMBER, NUMERIC_TYPES, TYPE } from './rules.ts'

/** A statement that is an edge or a label. */
export type EdgeRow = Pick<
  StatementRow,
  'id' | 'context' | 'subject' | 'predicate' | 'object' | 'object_type' | 'language' | 'seq'
> & { confidence: unknown }

const NAMES = sql`id, context, subject, predicate, object, object_type, language, seq, confidence`
/** Cuts literals to the length of a label plus 1, which shows that it was cut. */
const COLUMNS = sql`id, context, subject, predicate, object_type, language, seq, metadata->'confidence' as confidence,
  case when object_type = 'literal' then left(object, ${sql.lit(LONGEST_LABEL + 1)}) else object end as object`
const isOfUse = sql<boolean>`(object_type <> 'literal' or predicate = any(${LABEL_PREDICATES}::text[]))`

/** The edges and labels of a workspace as of `upTo`, oldest first, after the given position. */
export async function listEdgeRows(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  { upTo, after, limit }: { upTo: number; after: Place; limit: number },
): Promise<EdgeRow[]> {
  const condition = sql`${isAmong({ tenant, workspace }, { after, to: upTo })} and ${isOfUse}`
  const { rows } = await nextInOrder<EdgeRow>(COLUMNS, condition, limit).execute(db)
  return rows
}

/** One context, or undefined for the whole workspace. */
export interface Within {
  tenant: string
  workspace: string
  context: string | undefined
}

interface EdgeQuery {
  nodes: readonly string[]
  /** Empty for all predicates. */
  predicates: readonly string[]
  limit: number
}

/** Edges from the nodes, oldest first. */
export const listEdgesFrom = (db: Db<Tables>, within: Within, asked: EdgeQuery): Promise<EdgeRow[]> =>
  listEdgesAt(db, within, 'subject', asked)

/** Edges to the nodes, oldest first. */
export const listEdgesTo = (db: Db<Tables>, within: Within, asked: EdgeQuery): Promise<EdgeRow[]> =>
  listEdgesAt(db, within, 'object', asked)

async function listEdgesAt(
  db: Db<Tables>,
  within: Within,
  end: 'subject' | 'object',
  { nodes, predicates, limit }: EdgeQuery,
): Promise<EdgeRow[]> {
  const { rows } = await sql<EdgeRow>`
    select ${NAMES} from ${each(nodes)}, lateral (
      select ${COLUMNS} from graph.statements
      where ${isAt(end, within)} and object_type <> 'literal'
        and ${predicates.length === 0 ? sql`true` : sql`predicate = any(${predicates}::text[])`}
      ${NO_JOIN}
    ) found
    order by seq, id limit ${limit}`.execute(db)
  return rows
}

/** Types and labels of the nodes. */
export async function listFacts(db: Db<Tables>, within: Within, nodes: readonly string[]): Promise<EdgeRow[]> {
  const { rows } = await sql<EdgeRow>`
    select ${NAMES} from ${each(nodes)}, lateral (
      select ${COLUMNS} from graph.statements
      where ${isAt('subject', within)} and ${isOfUse} and predicate = any(${[TYPE, ...LABEL_PREDICATES]}::text[])
      ${NO_JOIN}
    ) found
    order by seq, id`.execute(db)
  return rows
}

export type ValueRow = Pick<StatementRow, 'subject' | 'predicate' | 'object' | 'object_type' | 'datatype'>

/** Values of these predicates that may match the wanted ones. */
export async function listValues(
  db: Db<Tables>,
  within: Within,
  nodes: readonly string[],
  wanted: { predicates: readonly string[]; texts: readonly string[]; hasNumbers: boolean },
): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select subject, predicate, object, object_type, datatype from ${each(nodes)}, lateral (
      select subject, predicate, object, object_type, datatype from graph.statements
      where ${isAt('subject', within)} and predicate = any(${wanted.predicates}::text[])
        and (object = any(${wanted.texts}::text[])
          or ${wanted.hasNumbers} and datatype = any(${NUMERIC_TYPES}::text[]) and length(object) <= ${LONGEST_NUMBER})
      ${NO_JOIN}
    ) found`.execute(db)
  return rows
}

// Looks up nodes one by one. For a single query, a planner without statistics, as in the embedded database, scans the
// whole workspace. The offset keeps the planner from merging the two parts into a join.
const NO_JOIN = sql`offset 0`
const each = (nodes: readonly string[]) => sql`unnest(${textArray(nodes)}::text[]) as asked (node)`

const isAt = (column: 'subject' | 'object', { context, ...of }: Within) => sql<boolean>`
  ${isNode(column, sql`asked.node`, of)} and ${context === undefined ? sql`true` : sql`context = ${context}`}`
