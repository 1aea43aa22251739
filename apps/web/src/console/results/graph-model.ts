// Triples as a graph to draw: resources become nodes, classes become colors, and literals belong to their node.
import { keyOf, RDF_TYPE, type Term, type Triple } from '../rdf/term.ts'

interface Node {
  key: string
  term: Term
  label: string
  /** The class, if the triples state it. */
  class: string | undefined
  degree: number
}
interface Edge {
  from: string
  to: string
  predicate: string
}
export interface GraphModel {
  nodes: readonly Node[]
  edges: readonly Edge[]
  /** Classes with their number of nodes, largest first. */
  classes: readonly { iri: string; count: number }[]
  /** Number of nodes left out. */
  left: number
}

/** Larger drawings are unreadable and too slow to lay out. */
const MAX_NODES = 1_500

const LABELS = [
  'http://www.w3.org/2004/02/skos/core#prefLabel',
  'http://www.w3.org/2000/01/rdf-schema#label',
  'http://purl.org/dc/terms/title',
  'http://xmlns.com/foaf/0.1/name',
  'https://schema.org/name',
  'http://schema.org/name',
]

export function modelOf(triples: readonly Triple[], shorten: (iri: string) => string): GraphModel {
  const nodes = new Map<string, Node>()
  const edges = new Map<string, Edge>()
  const scores = new Map<string, number>()
  const nodeOf = (term: Term): Node => {
    const key = keyOf(term)
    const known = nodes.get(key)
    if (known) return known
    const label = term.type === 'bnode' ? '' : shorten(term.value)
    const made: Node = { key, term, label, class: undefined, degree: 0 }
    nodes.set(key, made)
    return made
  }
  const isClass = classesIn(triples)

  for (const { subject, predicate, object } of triples) {
    const from = nodeOf(subject)
    if (predicate.value === RDF_TYPE && object.type === 'uri') from.class ??= object.value
    else if (object.type !== 'literal') {
      const to = nodeOf(object)
      const edge = { from: from.key, to: to.key, predicate: predicate.value }
      const key = `${edge.from}\n${edge.predicate}\n${edge.to}`
      if (edges.has(key)) continue
      edges.set(key, edge)
      from.degree++
      to.degree++
    } else {
      const score = labelScore(predicate.value, object)
      if (score >= (scores.get(from.key) ?? Number.POSITIVE_INFINITY)) continue
      scores.set(from.key, score)
      from.label = object.value
    }
  }
  return cut(
    [...nodes.values()].filter(({ key, degree }) => degree > 0 || !isClass.has(key)),
    [...edges.values()],
  )
}

/** Lower is better; infinite if it is not a label. English is preferred. */
function labelScore(predicate: string, { 'xml:lang': language = 'en' }: Term): number {
  const rank = LABELS.indexOf(predicate)
  return rank < 0 ? Number.POSITIVE_INFINITY : rank * 2 + Number(!language.startsWith('en'))
}

const classesIn = (triples: readonly Triple[]): Set<string> =>
  new Set(triples.filter(({ predicate }) => predicate.value === RDF_TYPE).map(({ object }) => keyOf(object)))

/** Keeps the best connected nodes and the edges between them. */
function cut(all: readonly Node[], edges: readonly Edge[]): GraphModel {
  const nodes = all.length > MAX_NODES ? all.toSorted((a, b) => b.degree - a.degree).slice(0, MAX_NODES) : all
  const shown = new Set(nodes.map(({ key }) => key))
  const counts = new Map<string, number>()
  for (const { class: iri } of nodes) if (iri) counts.set(iri, (counts.get(iri) ?? 0) + 1)
  return {
    nodes,
    edges: edges.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    classes: [...counts].map(([iri, count]) => ({ iri, count })).sort((a, b) => b.count - a.count),
    left: all.length - nodes.length,
  }
}
