// Turns the quads of a template or a DATA block into lines.
import type { GraphNode, Quads, Term, TermIri, TripleCollection, TripleNesting } from '@traqula/rules-sparql-1-1'
import { writeTerm } from '../../terms/nquads.ts'
import { lineOf } from './lines.ts'

/** Four terms. Without a graph, the quad goes to the default graph. */
export interface Template {
  subject: Term
  predicate: Term
  object: Term
  graph: TermIri | Term | undefined
}

/** Resolves names at this point of a request. */
export interface Scope {
  iri(term: TermIri): string
  /** The blank node for a label: new for each solution, the same within it. */
  blank(label: string): string
}

export type Solution = ReadonlyMap<string, string>

export const templatesOf = (quads: readonly Quads[]): Template[] =>
  quads.flatMap((part) =>
    part.type === 'graph' ? triplesOf(part.triples.triples, part.graph) : triplesOf(part.triples, undefined),
  )

export const variablesOf = (templates: readonly Template[]): string[] => [
  ...new Set(termsOf(templates).flatMap((term) => (term.subType === 'variable' ? [term.value] : []))),
]

export const hasBlanks = (templates: readonly Template[]): boolean =>
  termsOf(templates).some((term) => term.subType === 'blankNode')

/** The lines for one solution. Omits quads with unbound or invalid terms (SPARQL 1.1 Update §3.1.3). */
export function fill(templates: readonly Template[], solution: Solution, scope: Scope, defaultGraph: string): string[] {
  return templates.flatMap((template) => {
    const subject = tokenOf(template.subject, solution, scope)
    const predicate = tokenOf(template.predicate, solution, scope)
    const object = tokenOf(template.object, solution, scope)
    const graph = template.graph ? tokenOf(template.graph, solution, scope) : `<${defaultGraph}>`
    if (!subject || !predicate || !object || !graph) return []
    if (subject.startsWith('"') || !predicate.startsWith('<') || !graph.startsWith('<')) return []
    return [lineOf({ subject, predicate, object, graph })]
  })
}

const termsOf = (templates: readonly Template[]): Term[] =>
  templates.flatMap(({ subject, predicate, object, graph }) => [subject, predicate, object, ...(graph ? [graph] : [])])

/** The triples without a property path; templates never have one. */
export function triplesOf(
  triples: readonly (TripleNesting | TripleCollection)[],
  graph: Template['graph'],
): Template[] {
  return triples.flatMap((part) => {
    if (part.type === 'tripleCollection') return triplesOf(part.triples, graph)
    const { predicate } = part
    const around = [...inside(part.subject, graph), ...inside(part.object, graph)]
    if (predicate.type !== 'term') return around
    return [...around, { subject: self(part.subject), predicate, object: self(part.object), graph }]
  })
}

/** The triples that `[ … ]` and `( … )` imply. */
const inside = (node: GraphNode, graph: Template['graph']): Template[] =>
  node.type === 'tripleCollection' ? triplesOf(node.triples, graph) : []
const self = (node: GraphNode): Term => (node.type === 'tripleCollection' ? node.identifier : node)

const tokenOf = (term: Term, solution: Solution, scope: Scope): string | undefined =>
  term.subType === 'blankNode' ? scope.blank(term.label) : termOf(term, solution, scope.iri)

/** Undefined also for blank nodes, which in a pattern act as variables without a name. */
export function termOf(term: Term, solution: Solution, iri: Scope['iri']): string | undefined {
  if (term.subType === 'blankNode') return undefined
  if (term.subType === 'variable') return solution.get(term.value)
  if (term.subType === 'namedNode') return `<${iri(term)}>`
  const { langOrIri } = term
  if (langOrIri === undefined) return writeTerm({ kind: 'literal', value: term.value })
  if (typeof langOrIri === 'string') return writeTerm({ kind: 'literal', value: term.value, language: langOrIri })
  return writeTerm({ kind: 'literal', value: term.value, datatype: iri(langOrIri) })
}
