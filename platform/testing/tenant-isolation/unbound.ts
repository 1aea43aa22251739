// Finds the tables of a statement that have tenants but are not restricted to one, with PostgreSQL's own parser.
import { hasSqlDetails, parseSync } from 'libpg-query'
import { bindAll, type Condition } from './bindings.ts'
import { derived, type Scope, type Source, scopeIn, type TenantColumns, tableSource } from './scope.ts'
import { list, type Tree, words } from './tree.ts'

interface Check {
  columns: TenantColumns
  report(table: string): void
}

export function unboundTables(text: string, columns: TenantColumns): string[] {
  const unbound: string[] = []
  const check: Check = { columns, report: (table) => void unbound.push(table) }
  for (const { stmt } of statementsIn(text)) walk(stmt, undefined, check)
  return unbound
}

/** PostgreSQL rejects invalid statements itself. */
function statementsIn(text: string): { stmt?: Tree }[] {
  try {
    return parseSync(text).stmts ?? []
  } catch (error) {
    if (hasSqlDetails(error)) return []
    throw error
  }
}

/** A subquery may appear anywhere in an expression. */
function walk(tree: Tree, around: Scope | undefined, check: Check): void {
  if (tree === null || typeof tree !== 'object') return
  for (const [key, inside] of Object.entries(tree))
    if (key in STATEMENTS) STATEMENTS[key]!(inside, around, check)
    else walk(inside, around, check)
}

type Look = (statement: Tree, around: Scope | undefined, check: Check) => void

const STATEMENTS: Record<string, Look> = {
  SelectStmt: lookAtSelect,
  UpdateStmt: (update, around, check) =>
    lookAtRows(update, [{ RangeVar: update.relation }, ...list(update.fromClause)], around, check),
  DeleteStmt: (remove, around, check) =>
    lookAtRows(remove, [{ RangeVar: remove.relation }, ...list(remove.usingClause)], around, check),
  InsertStmt: lookAtInsert,
  CopyStmt: ({ relation, attlist, query }, around, check) => {
    if (relation) needColumn(tableSource(relation, scopeIn(around), check.columns), words(attlist), check)
    walk(query, around, check)
  },
  MergeStmt: (_, __, check) => check.report('MERGE, which the tenant check does not support'),
}

function lookAtSelect(select: Tree, around: Scope | undefined, check: Check): void {
  if (select.larg) lookAtUnion(select, around, check)
  else lookAtRows(select, list(select.fromClause), around, check)
}

function lookAtUnion({ withClause, larg, rarg, ...rest }: Tree, around: Scope | undefined, check: Check): void {
  const scope = scopeIn(around)
  nameAll(withClause, scope, check)
  for (const one of [larg, rarg]) lookAtSelect(one, scope, check)
  walk(rest, scope, check)
}

/** A statement whose rows are selected by its sources and conditions. */
function lookAtRows(statement: Tree, from: Tree[], around: Scope | undefined, check: Check): void {
  const { withClause, ...rest } = statement
  const scope = scopeIn(around)
  nameAll(withClause, scope, check)
  const conditions: Condition[] = []
  for (const one of from) scope.sources.push(...take(one, scope, conditions, check))
  conditions.push({ tree: statement.whereClause, holds: scope.sources })
  bindAll(scope, conditions)
  for (const source of scope.sources) {
    if (!source.tenantColumns || scope.bound.has(source)) continue
    check.report(source.table)
    // Sources restricted through this one are not reported separately.
    scope.bound.add(source)
    bindAll(scope, conditions)
  }
  walk(rest, scope, check)
}

function nameAll(withClause: Tree, scope: Scope, check: Check): void {
  for (const { CommonTableExpr: one } of list(withClause?.ctes)) {
    if (withClause.recursive) scope.named.add(one.ctename)
    walk(one.ctequery, scope, check)
    scope.named.add(one.ctename)
  }
}

/** The sources of a FROM item; its conditions are added to the others. */
function take(item: Tree, scope: Scope, conditions: Condition[], check: Check): Source[] {
  if (item.RangeVar) return [tableSource(item.RangeVar, scope, check.columns)]
  if (!item.JoinExpr) return [derived(aliasOf(item))]
  const { jointype, larg, rarg, quals, usingClause } = item.JoinExpr
  const [left, right] = [take(larg, scope, conditions, check), take(rarg, scope, conditions, check)]
  const holds = HOLDS[jointype]?.(left, right) ?? []
  for (const column of words(usingClause)) conditions.push({ tree: equality(left, right, column), holds })
  conditions.push({ tree: quals, holds })
  return [...left, ...right]
}

/** The preserved side of an outer join is not restricted. */
const HOLDS: Record<string, (left: Source[], right: Source[]) => Source[]> = {
  JOIN_INNER: (left, right) => [...left, ...right],
  JOIN_LEFT: (_, right) => right,
  JOIN_RIGHT: (left) => left,
}

/** Expands USING into an equality. */
function equality(left: readonly Source[], right: readonly Source[], column: string): Tree {
  const of = (side: readonly Source[]): Tree => {
    const { alias } =
      side.find((one) => one.tenantColumns?.has(column)) ?? side.find((one) => one.isDerived) ?? side[0]!
    return { ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: column } }] } }
  }
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr: of(left), rexpr: of(right) } }
}

const aliasOf = (item: Tree): string =>
  (Object.values(item)[0] as { alias?: { aliasname: string } }).alias?.aliasname ?? ''

function lookAtInsert(insert: Tree, around: Scope | undefined, check: Check): void {
  const { withClause, relation, cols, onConflictClause: conflict, ...rest } = insert
  const scope = scopeIn(around)
  nameAll(withClause, scope, check)
  walk(rest, scope, check)
  const target = tableSource(relation, scope, check.columns)
  needColumn(
    target,
    list(cols).map(({ ResTarget }) => ResTarget.name),
    check,
  )
  scope.sources.push(target, derived('excluded'))
  if (conflict?.action === 'ONCONFLICT_UPDATE' && target.tenantColumns) lookAtConflict(target, conflict, scope, check)
  walk(conflict, scope, check)
}

function needColumn({ table, tenantColumns }: Source, names: readonly string[], check: Check): void {
  if (tenantColumns && !names.some((name) => tenantColumns.has(name))) check.report(table)
}

/** The conflicting row may belong to another tenant, unless the tenant is part of the unique key. */
function lookAtConflict(target: Source, { infer, whereClause }: Tree, scope: Scope, check: Check): void {
  if (list(infer?.indexElems).some(({ IndexElem }) => target.tenantColumns!.has(IndexElem.name))) return
  bindAll(scope, [{ tree: whereClause, holds: [target] }])
  if (!scope.bound.has(target)) check.report(target.table)
}
