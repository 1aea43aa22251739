// Determines which tables of a statement are restricted to a tenant by its conditions.
import { columnOf, type Scope, type Source } from './scope.ts'
import { bare, isClosed, list, type Tree, words } from './tree.ts'

/** A condition and the sources that it can restrict: a LEFT JOIN condition does not restrict the left side. */
export interface Condition {
  tree: Tree
  holds: readonly Source[]
}

/** Repeats until nothing is added, because a table can be restricted through another one. */
export function bindAll(scope: Scope, conditions: readonly Condition[]): void {
  for (;;) {
    const before = scope.bound.size
    for (const { tree, holds } of conditions)
      for (const source of boundBy(tree, scope)) if (holds.includes(source)) scope.bound.add(source)
    if (scope.bound.size === before) return
  }
}

function boundBy(tree: Tree, scope: Scope): Set<Source> {
  if (tree?.BoolExpr) return boundByAll(tree.BoolExpr, scope)
  if (tree?.A_Expr) return new Set(comparisons(tree.A_Expr).flatMap(([one, other]) => boundByPair(one, other, scope)))
  // Rows without a tenant are shared, in tables that have both kinds.
  if (tree?.NullTest?.nulltesttype === 'IS_NULL') return new Set(held(tree.NullTest.arg, scope))
  const { subLinkType, testexpr, operName } = tree?.SubLink ?? {}
  // `in (select …)`: the inner statement is checked separately.
  if (subLinkType === 'ANY_SUBLINK' && (!operName || words(operName)[0] === '='))
    return new Set(parts(testexpr).flatMap((part) => held(part, scope)))
  return new Set()
}

function boundByAll({ boolop, args }: Tree, scope: Scope): Set<Source> {
  const all = list(args).map((one) => boundBy(one, scope))
  if (boolop === 'AND_EXPR') return all.reduce((some, more) => some.union(more))
  if (boolop === 'OR_EXPR') return all.reduce((some, more) => some.intersection(more))
  return new Set()
}

const EQUAL = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_NOT_DISTINCT', 'AEXPR_IN'])

/** Pairs that the comparison declares equal; for a list, each element with the list. */
function comparisons({ kind, name, lexpr, rexpr }: Tree): [Tree, Tree][] {
  if (!EQUAL.has(kind) || words(name).at(-1) !== '=') return []
  const [one, other] = [parts(lexpr), parts(rexpr)]
  if (kind === 'AEXPR_OP' && one.length === other.length) return one.map((part, i) => [part, other[i]!])
  return one.map((part) => [part, rexpr])
}

const parts = (tree: Tree): Tree[] => {
  const inside = bare(tree)
  return inside?.RowExpr ? list(inside.RowExpr.args) : [inside]
}

function boundByPair(one: Tree, other: Tree, scope: Scope): Source[] {
  return [
    ...(namesTenant(other, scope) ? held(one, scope) : []),
    ...(namesTenant(one, scope) ? held(other, scope) : []),
  ]
}

/** The source that is restricted if this expression, its tenant column, has a fixed value. */
function held(tree: Tree, scope: Scope): Source[] {
  const column = columnOf(bare(tree), scope)
  return column?.isTenant && column.scope === scope ? [column.source] : []
}

/** A parameter, a separately checked subquery, or the tenant column of a restricted source. */
function namesTenant(tree: Tree, scope: Scope): boolean {
  const inside = bare(tree)
  if (isClosed(inside)) return true
  const column = columnOf(inside, scope)
  if (!column) return false
  return column.source.isDerived || (column.isTenant && column.scope.bound.has(column.source))
}
