// Visits every node of a syntax tree once, without recursion: a chain of operators is as deep as it is long.
import type { Sparql11Nodes } from '@traqula/rules-sparql-1-1'

export type SparqlNode = Sparql11Nodes

/** Calls `visit` for each node below `root`, parents first. The result of `visit` is passed to the node's children. */
export function walk<State>(root: unknown, state: State, visit: (node: SparqlNode, state: State) => State): void {
  const open: { value: unknown; state: State }[] = [{ value: root, state }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value } = next
    if (typeof value !== 'object' || value === null) continue
    const below = isNode(value) ? visit(value, next.state) : next.state
    for (const [key, child] of Object.entries(value)) if (key !== 'loc') open.push({ value: child, state: below })
  }
}

const isNode = (value: object): value is SparqlNode => 'type' in value && typeof value.type === 'string'
