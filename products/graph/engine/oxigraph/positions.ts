// The position of a syntax tree node in the text.
import type { Sparql11Nodes } from '@traqula/rules-sparql-1-1'

export const startOf = (node: Pick<Sparql11Nodes, 'loc'>): number => placeOf(node).start
export const endOf = (node: Pick<Sparql11Nodes, 'loc'>): number => placeOf(node).end

function placeOf({ loc }: Pick<Sparql11Nodes, 'loc'>): { start: number; end: number } {
  if (loc.sourceLocationType !== 'source') throw new Error('A syntax tree node has no position in the text.')
  return loc
}
