// A blank node label may be used in only one basic graph pattern or one INSERT DATA (SPARQL 1.1 §5.1.1, §19.6).
import type { SparqlQuery, TermBlank } from '@traqula/rules-sparql-1-1'
import type { Finding } from './finding.ts'
import { clip } from './problems.ts'
import { type SparqlNode, walk } from './walk.ts'

interface Use {
  label: string
  offset: number
  /** The pattern or operation that contains the label. */
  owner: SparqlNode | undefined
}

/** The first label used in a second place. Only for rejected texts, because it ignores filters that split a pattern. */
export function findReusedLabel(tree: SparqlQuery): Finding | undefined {
  const owners = new Map<string, Use['owner']>()
  for (const { label, offset, owner } of usesIn(tree)) {
    if (!owners.has(label)) owners.set(label, owner)
    if (owners.get(label) === owner) continue
    const token = `_:${clip(label, 80)}`
    const sentence = `The blank node ${token} is also used in another pattern. Use a label in one pattern only.`
    return { offset, token, sentence }
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

/** traqula prefixes labels from the text with `e_`. */
const useOf = ({ label, loc }: TermBlank): Omit<Use, 'owner'> | undefined =>
  label.startsWith('e_') && loc.sourceLocationType === 'source'
    ? { label: label.slice(2), offset: loc.start }
    : undefined
