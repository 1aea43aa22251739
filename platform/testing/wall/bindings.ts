// Which sources of a statement its conditions hold to a tenant.
import { columnOf, type Scope, type Source } from './scope.ts'
import { bare, isClosed, list, type Tree, words } from './tree.ts'

/** A condition, and the sources that it may hold: that of a LEFT JOIN leaves the left side as it is. */
export interface Condition {
  tree: Tree
  holds: readonly Source[]
}

/** Until nothing is added: a table is held by another one that is. */
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
  // Rows without a tenant are for all, in tables that have both kinds.
  if (tree?.NullTest?.nulltesttype === 'IS_NULL') return new Set(held(tree.NullTest.arg, scope))
  const { subLinkType, testexpr, operName } = tree?.SubLink ?? {}
  // `in (select …)`: the statement inside is looked at by itself.
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

/** Pairs that the comparison says are equal; for a list its own, as a value. */
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

/** The source that is held if this, its tenant column, has one value. */
function held(tree: Tree, scope: Scope): Source[] {
  const column = columnOf(bare(tree), scope)
  return column?.isTenant && column.scope === scope ? [column.source] : []
}

/** What is given with the statement, what was checked by itself, or the tenant of a source that is held already. */
function namesTenant(tree: Tree, scope: Scope): boolean {
  const inside = bare(tree)
  if (isClosed(inside)) return true
  const column = columnOf(inside, scope)
  if (!column) return false
  return column.source.isDerived || (column.isTenant && column.scope.bound.has(column.source))
}
