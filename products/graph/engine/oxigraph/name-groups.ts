// Oxigraph drops the alias that GROUP BY gives to a plain variable: in `GROUP BY (?o AS ?g)`, which SPARQL 1.1 allows
// (§19.8, rule 20), ?g stays unbound. It keeps the alias of an expression, and COALESCE of one variable equals the
// variable: the same term, or unbound.
import { type SparqlNode, walk } from '../../guard/walk.ts'
import { endOf, startOf } from './positions.ts'

/** The text with such variables written as expressions; unchanged if there are none. */
export function withNamedGroups(text: string, tree: unknown): string {
  if (!/group/i.test(text)) return text
  let written = text
  // Back to front, so that earlier offsets stay valid.
  for (const { start, end } of renamedIn(tree).toSorted((a, b) => b.start - a.start))
    written = `${written.slice(0, start)}COALESCE(${written.slice(start, end)})${written.slice(end)}`
  return written
}

function renamedIn(tree: unknown): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = []
  walk(tree, undefined, (node) => {
    for (const grouping of groupingsOf(node)) {
      if (!('variable' in grouping)) continue
      const { value, variable } = grouping
      if (value.type !== 'term' || value.subType !== 'variable' || value.value === variable.value) continue
      places.push({ start: startOf(value), end: endOf(value) })
    }
    return undefined
  })
  return places
}

const groupingsOf = (node: SparqlNode) =>
  node.type === 'solutionModifier' && node.subType === 'group' ? node.groupings : []
