// The names that are visible in a part of a statement, and the tenant columns among them.
import { type Tree, words } from './tree.ts'

/** From `schema.table` to its tenant columns, any of which suffices. */
export type TenantColumns = ReadonlyMap<string, ReadonlySet<string>>

/** An item in a FROM clause, or the target of a change. */
export interface Source {
  alias: string
  table: string
  /** Set for tables with tenants. */
  tenantColumns: ReadonlySet<string> | undefined
  /**
   * Set for rows that are checked separately or come with the statement: WITH, a subquery in FROM, a function, VALUES.
   */
  isDerived: boolean
}

export interface Scope {
  sources: Source[]
  /** The sources that are restricted to a tenant. */
  bound: Set<Source>
  /** Names defined by WITH. */
  named: Set<string>
  around: Scope | undefined
}

export const scopeIn = (around: Scope | undefined): Scope => ({
  ...{ sources: [], bound: new Set(), named: new Set(), around },
})

export function tableSource(range: Tree, scope: Scope, columns: TenantColumns): Source {
  const { schemaname: schema, relname: name } = range
  const alias = range.alias?.aliasname ?? name
  if (!schema && isNamed(name, scope)) return derived(alias)
  // Without a schema it may be any table with that name.
  const table = schema ? `${schema}.${name}` : ([...columns.keys()].find((one) => one.endsWith(`.${name}`)) ?? name)
  return { alias, table, tenantColumns: columns.get(table), isDerived: false }
}

export const derived = (alias: string): Source => ({ alias, table: '', tenantColumns: undefined, isDerived: true })

const isNamed = (name: string, scope: Scope | undefined): boolean =>
  scope !== undefined && (scope.named.has(name) || isNamed(name, scope.around))

export interface Column {
  source: Source
  scope: Scope
  isTenant: boolean
}

/** Undefined if it is not a column, or an unqualified column of a table without tenants. */
export function columnOf(tree: Tree, scope: Scope | undefined): Column | undefined {
  const fields = tree?.ColumnRef && words(tree.ColumnRef.fields)
  if (!fields) return undefined
  const name = fields.at(-1)!
  const alias = fields.at(-2)
  for (let at = scope; at; at = at.around) {
    const source = alias
      ? at.sources.find((one) => one.alias === alias)
      : (at.sources.find((one) => one.tenantColumns?.has(name)) ?? at.sources.find((one) => one.isDerived))
    if (source) return { source, scope: at, isTenant: source.tenantColumns?.has(name) === true }
  }
  return undefined
}
