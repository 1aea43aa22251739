// Rewrites GROUP BY, HAVING, ORDER BY, LIMIT and OFFSET.
import type { Expression, SolutionModifiers } from '@traqula/rules-sparql-1-1'

/** `most` limits the rows, whatever LIMIT the query has. */
export function writeModifiers(
  { group, having, order, limitOffset }: SolutionModifiers,
  write: (node: Expression) => string,
  most?: number,
): string[] {
  const grouping = (group?.groupings ?? []).map((one) =>
    'variable' in one ? `(${write(one.value)} AS ?${one.variable.value})` : inBrackets(one, write),
  )
  const orderings = (order?.orderDefs ?? []).map(
    ({ descending, expression }) => `${descending ? 'DESC' : 'ASC'}(${write(expression)})`,
  )
  const conditions = (having?.having ?? []).map((condition) => `(${write(condition)})`)
  const limit = smaller(limitOffset?.limit, most)
  return [
    ...(grouping.length > 0 ? ['GROUP BY', ...grouping] : []),
    ...(conditions.length > 0 ? ['HAVING', ...conditions] : []),
    ...(orderings.length > 0 ? ['ORDER BY', ...orderings] : []),
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
    ...(limitOffset?.offset === undefined ? [] : [`OFFSET ${limitOffset.offset}`]),
  ]
}

const inBrackets = (node: Expression, write: (node: Expression) => string): string =>
  node.type === 'term' && node.subType === 'variable' ? write(node) : `(${write(node)})`

const smaller = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
