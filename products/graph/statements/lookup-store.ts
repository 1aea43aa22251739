// How a query finds statements: by their id, by a node, or all of a workspace in the order of their arrival.
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
 * Statements of the workspace with that node: by its key, which has an index, and then by the texts themselves. For many
 * nodes it belongs into a lateral join, one node after the other: given a list of keys, a planner without statistics reads
 * the whole workspace instead.
 */
export const isNode = (
  column: 'subject' | 'object',
  node: RawBuilder<unknown>,
  within: Workspace,
): RawBuilder<boolean> => sql<boolean>`
  graph.node_key(tenant_id, workspace_id, ${sql.ref(column)}) = graph.node_key(${within.tenant}, ${within.workspace}, ${node})
  and ${sql.ref(column)} = ${node} and ${isOf(within)}`

/** A change, and the id of one of its statements; the empty id comes before all of them. */
export interface Place {
  seq: number
  id: string
}

export const BEGINNING: Place = { seq: 0, id: '' }
/** As the index has it: 36 bits. */
const LAST_SEQ = 2 ** 36 - 1
/** After every letter of an id. */
const LAST_LETTER = '~'

const ARRIVAL = sql`graph.arrival(tenant_id, workspace_id, seq, id)`
const arrivalAt = ({ tenant, workspace }: Workspace, { seq, id }: Place) =>
  sql`graph.arrival(${tenant}, ${workspace}, ${seq}::bigint, ${id})`

/** Statements of the workspace that the changes up to `to` have brought. */
export const isAmong = (
  within: Workspace,
  { after = BEGINNING, to = LAST_SEQ }: { after?: Place; to?: number } = {},
): RawBuilder<boolean> => sql<boolean>`
  ${ARRIVAL} > ${arrivalAt(within, after)} and ${ARRIVAL} <= ${arrivalAt(within, { seq: to, id: LAST_LETTER })}
  and ${isOf(within)}`

/**
 * The next ones in the order of arrival, after the place of the last one before. Those of one change whose ids begin with the
 * same letter come together: a page may be longer than `limit`, and is shorter only at the end.
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
