// Statements that begin or end at a node, by the index that has them.
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

interface Workspace {
  tenant: string
  workspace: string
}

const number = (node: Sql, workspace: Sql, tenant: Sql) =>
  sql`hashtextextended(${node}, hashtextextended(${workspace}, hashtextextended(${tenant}, 0)))`

/** Rows of `table` whose subject or object is the node, in one workspace. */
export const isAtNode = (
  end: 'subject' | 'object',
  node: Sql,
  { tenant, workspace }: Workspace,
  table = 'statements',
) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`
    ${number(column(end), column('workspace_id'), column('tenant_id'))} = ${number(node, sql`${workspace}`, sql`${tenant}`)}
    and ${column(end)} = ${node} and ${column('tenant_id')} = ${tenant} and ${column('workspace_id')} = ${workspace}`
}
