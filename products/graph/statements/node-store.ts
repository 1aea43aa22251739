// How a query finds statements by a node.
import { type RawBuilder, sql } from 'kysely'

interface Workspace {
  tenant: string
  workspace: string
}

/**
 * Statements of the workspace with that node: by its key, which has an index, and then by the texts themselves. For many
 * nodes it belongs into a lateral join, one node after the other: given a list of keys, a planner without statistics reads
 * the whole workspace instead.
 */
export const isNode = (
  column: 'subject' | 'object',
  node: RawBuilder<unknown>,
  { tenant, workspace }: Workspace,
): RawBuilder<boolean> => sql<boolean>`
  graph.node_key(tenant_id, workspace_id, ${sql.ref(column)}) = graph.node_key(${tenant}, ${workspace}, ${node})
  and ${sql.ref(column)} = ${node} and tenant_id = ${tenant} and workspace_id = ${workspace}`
