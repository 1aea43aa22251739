// Rewrites triple patterns, with paths expanded.
import type { GraphNode, Path, PatternBgp, Term, TripleCollection, TripleNesting } from '@traqula/rules-sparql-1-1'
import { NotForServer, writeConstant } from './write-expression.ts'

export function writeTriples({ triples }: PatternBgp): string {
  let steps = 0
  const step = (): string => `_:step${steps++}`

  /** Includes the triples that `[ … ]` and `( … )` imply. */
  function flatten(part: TripleNesting | TripleCollection): string[] {
    if (part.type === 'tripleCollection') return part.triples.flatMap(flatten)
    const { subject, predicate, object } = part
    refuseRepeats([subject, predicate, object])
    const nested = [subject, object].flatMap((node) => (node.type === 'tripleCollection' ? flatten(node) : []))
    if (predicate.type === 'path') return [...nested, ...walked(writeNode(subject), predicate, writeNode(object))]
    return [...nested, `${writeNode(subject)} ${writeNode(predicate)} ${writeNode(object)} .`]
  }

  /** Expands a path (SPARQL 1.1 §18.2.2.4). The server never gets one: Virtuoso 7 miscounts even `a|b`. */
  function walked(from: string, path: Path, to: string): string[] {
    if (path.type === 'term') return [`${from} ${writeConstant(path)} ${to} .`]
    if (path.subType === '^') return walked(to, path.items[0], from)
    if (path.subType !== '/') throw new NotForServer(`the path operator ${path.subType}`)
    const ends = [from, ...path.items.slice(1).map(step), to]
    return path.items.flatMap((item, index) => walked(ends[index]!, item, ends[index + 1]!))
  }

  return triples.flatMap(flatten).join(' ')
}

/** Virtuoso 7 treats the second `?x` of `?x ?p ?x` as another variable. */
function refuseRepeats(nodes: readonly (GraphNode | Path)[]): void {
  const names = nodes.flatMap((node) => {
    if (node.type !== 'term') return []
    if (node.subType === 'variable') return [`?${node.value}`]
    return node.subType === 'blankNode' ? [`_:${node.label}`] : []
  })
  if (new Set(names).size < names.length) throw new NotForServer('a variable twice in one triple')
}

function writeNode(node: GraphNode): string {
  const term: Term = node.type === 'tripleCollection' ? node.identifier : node
  if (term.subType === 'variable') return `?${term.value}`
  if (term.subType === 'blankNode') return `_:${term.label}`
  return writeConstant(term)
}
