// A label of a blank node belongs to one basic graph pattern, or to one INSERT DATA (SPARQL 1.1 §5.1.1, §19.6).
import type { SparqlQuery, TermBlank } from '@traqula/rules-sparql-1-1'
import type { Finding } from './finding.ts'
import { clip } from './problems.ts'
import { type SparqlNode, walk } from './walk.ts'

interface Use {
  label: string
  offset: number
  /** The pattern or the operation around it. */
  owner: SparqlNode | undefined
}

/** The first label that has stood elsewhere. For a text that was refused: a filter within one pattern is overlooked. */
export function findReusedLabel(tree: SparqlQuery): Finding | undefined {
  const owners = new Map<string, Use['owner']>()
  for (const { label, offset, owner } of usesIn(tree)) {
    if (!owners.has(label)) owners.set(label, owner)
    if (owners.get(label) === owner) continue
    const token = `_:${clip(label, 80)}`
    return { offset, token, sentence: `The blank node ${token} stands in another pattern; a label belongs to one.` }
  }
  return undefined
}

function usesIn(tree: SparqlQuery): Use[] {
  const uses: Use[] = []
  walk<Use['owner']>(tree, undefined, (node, owner) => {
    if (node.type === 'pattern' && node.subType === 'bgp') return node
    if (node.type === 'updateOperation') return node
    const use = node.type === 'term' && node.subType === 'blankNode' ? useOf(node) : undefined
    if (use) uses.push({ ...use, owner })
    return owner
  })
  return uses.toSorted((a, b) => a.offset - b.offset)
}

/** traqula marks the labels that the text gives with `e_`. */
const useOf = ({ label, loc }: TermBlank): Omit<Use, 'owner'> | undefined =>
  label.startsWith('e_') && loc.sourceLocationType === 'source'
    ? { label: label.slice(2), offset: loc.start }
    : undefined
