// A planted bug: queries of one table lose their tenant condition. Used to prove that the attack finds such a bug.
import type { Database } from '@veritrace/platform/db/open'
import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  WhereNode,
} from 'kysely'

/** The same database; selects from that table no longer filter by tenant. */
export function forgetTenantOf(table: string, database: Database): Database {
  const forgetful = new Forgetful(table)
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => forgetful.transformNode(node),
    transformResult: async ({ result }) => result,
  }
  return { ...database, db: database.db.withPlugin(plugin) }
}

class Forgetful extends OperationNodeTransformer {
  #table: string

  constructor(table: string) {
    super()
    this.#table = table
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const query = super.transformSelectQuery(node)
    const isOfTable = query.from?.froms.some((from) => TableNode.is(from) && nameOf(from) === this.#table)
    if (!isOfTable || !query.where) return query
    const left = conditionsOf(query.where.where).filter((condition) => !isAboutTenant(condition))
    const { where: _, ...rest } = query
    const [first, ...others] = left
    if (!first) return rest
    return { ...rest, where: WhereNode.create(others.reduce((all, one) => AndNode.create(all, one), first)) }
  }
}

const nameOf = ({ table }: TableNode): string => [table.schema?.name, table.identifier.name].filter(Boolean).join('.')

const conditionsOf = (node: OperationNode): OperationNode[] =>
  AndNode.is(node) ? [...conditionsOf(node.left), ...conditionsOf(node.right)] : [node]

function isAboutTenant(node: OperationNode): boolean {
  if (!BinaryOperationNode.is(node)) return false
  const { leftOperand } = node
  if (!ReferenceNode.is(leftOperand) || !ColumnNode.is(leftOperand.column)) return false
  return leftOperand.column.column.name === 'tenant_id'
}
