// How a query finds statements by what they are: by their id, or by a node.
import { type RawBuilder, sql } from 'kysely'

interface Workspace {
  tenant: string
  workspace: string
}

/**
 * Of the workspace, as a condition that no index answers. A workspace that came after the last statistics counts as empty, and
 * a planner that could would read all of it instead of looking the few up that are asked for.
 */
const isOf = ({ tenant, workspace }: Workspace): RawBuilder<boolean> => sql<boolean>`
  tenant_id || '' = ${tenant} and workspace_id || '' = ${workspace}`

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
