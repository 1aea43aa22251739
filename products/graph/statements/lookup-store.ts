// Query conditions for statements: by id, by node, or a whole workspace in order of arrival.
import { type RawBuilder, sql } from 'kysely'

interface Workspace {
  tenant: string
  workspace: string
}

const isOf = ({ tenant, workspace }: Workspace): RawBuilder<boolean> => sql<boolean>`
  tenant_id = ${tenant} and workspace_id = ${workspace}`

export const hasId = (id: RawBuilder<unknown>, within: Workspace): RawBuilder<boolean> =>
  sql<boolean>`id = ${id} and ${isOf(within)}`

/**
 * Statements of the workspace with that node: first by the indexed key, then by the text itself. For many nodes, use it
 * in a lateral join, one node at a time: given a list of keys, a planner without statistics scans the whole workspace.
 */
export const isNode = (
  column: 'subject' | 'object',
  node: RawBuilder<unknown>,
  within: Workspace,
): RawBuilder<boolean> => sql<boolean>`
  graph.node_key(tenant_id, workspace_id, ${sql.ref(column)}) = graph.node_key(${within.tenant}, ${within.workspace}, ${node})
  and ${sql.ref(column)} = ${node} and ${isOf(within)}`

/** A change, and the id of one of its statements. The empty id sorts before all of them. */
export interface Place {
  seq: number
  id: string
}

export const BEGINNING: Place = { seq: 0, id: '' }
/** The index has 36 bits. */
const LAST_SEQ = 2 ** 36 - 1
/** Sorts after every character of an id. */
const LAST_LETTER = '~'

const ARRIVAL = sql`graph.arrival(tenant_id, workspace_id, seq, id)`
const arrivalAt = ({ tenant, workspace }: Workspace, { seq, id }: Place) =>
  sql`graph.arrival(${tenant}, ${workspace}, ${seq}::bigint, ${id})`

/** Statements of the workspace from the changes up to `to`. */
export const isAmong = (
  within: Workspace,
  { after = BEGINNING, to = LAST_SEQ }: { after?: Place; to?: number } = {},
): RawBuilder<boolean> => sql<boolean>`
  ${ARRIVAL} > ${arrivalAt(within, after)} and ${ARRIVAL} <= ${arrivalAt(within, { seq: to, id: LAST_LETTER })}
  and ${isOf(within)}`

/**
 * The next statements in order of arrival. Statements of one change whose ids start with the same character are not
 * separated: a page may be longer than `limit`, and is shorter only at the end.
 */
export const nextInOrder = <Row>(
  columns: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<Row> => sql<Row>`
  select * from (
    select ${columns} from graph.statements where ${condition}
    order by ${ARRIVAL} fetch first ${limit} rows with ties
  ) page order by seq, id`
