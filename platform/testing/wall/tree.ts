// The trees of PostgreSQL's parser, as far as the wall looks into them.

/** A node, a list of them, or a value: the parser's own types wrap each node in its name, which says more than is asked here. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Tree = any

export const list = (tree: Tree): Tree[] => tree ?? []

/** A name and a table of names are both lists of strings. */
export const words = (tree: Tree): string[] => list(tree).map((one: Tree) => one.String?.sval ?? '*')

/** What is inside casts and collations, which change no row's tenant. */
export function bare(tree: Tree): Tree {
  if (tree?.TypeCast) return bare(tree.TypeCast.arg)
  if (tree?.CollateClause) return bare(tree.CollateClause.arg)
  return tree
}

/** Whether it names no column, other than in a statement of its own, which is looked at by itself. */
export function isClosed(tree: Tree): boolean {
  if (tree === null || typeof tree !== 'object') return true
  if (tree.ColumnRef) return false
  if (tree.SubLink) return isClosed(tree.SubLink.testexpr)
  return Object.values(tree).every(isClosed)
}
