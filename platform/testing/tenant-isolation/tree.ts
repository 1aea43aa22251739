// Helpers for PostgreSQL's parse trees.

/**
 * A node, a list of nodes, or a value. The parser's own types wrap each node in its name, which is more detail than
 * needed.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Tree = any

export const list = (tree: Tree): Tree[] => tree ?? []

/** Names and lists of names are both lists of strings. */
export const words = (tree: Tree): string[] => list(tree).map((one: Tree) => one.String?.sval ?? '*')

/** Removes casts and collations, which do not affect the tenant. */
export function bare(tree: Tree): Tree {
  if (tree?.TypeCast) return bare(tree.TypeCast.arg)
  if (tree?.CollateClause) return bare(tree.CollateClause.arg)
  return tree
}

/** Whether it refers to no column, except in a subquery, which is checked separately. */
export function isClosed(tree: Tree): boolean {
  if (tree === null || typeof tree !== 'object') return true
  if (tree.ColumnRef) return false
  if (tree.SubLink) return isClosed(tree.SubLink.testexpr)
  return Object.values(tree).every(isClosed)
}
