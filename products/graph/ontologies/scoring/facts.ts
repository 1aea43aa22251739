// Reads the facts of an ontology in one pass over its triples: declarations and uses of terms. Linear and pure.
import type { OntologyCounts } from '@veritrace/contract/graph/ontologies'
import * as v from './vocabulary.ts'

/** Nodes are strings: an IRI, or `_:label`. */
export interface Triple {
  subject: string
  predicate: string
  object: string
  /** For a literal: its language, or empty. */
  literal?: string
}

export interface Facts {
  triples: readonly Triple[]
  ontologies: string[]
  /** IRIs by declared kind. */
  classes: Set<string>
  properties: Set<string>
  annotations: Set<string>
  /** Individuals with their types, including blank nodes. */
  individuals: Map<string, string[]>
  /** Types by subject, without literals. */
  types: Map<string, string[]>
  /** By predicate and subject: the objects that are nodes. */
  related: Map<string, Map<string, string[]>>
  /** Classes and properties in the author's namespaces. */
  terms: string[]
  isOwn: (iri: string) => boolean
  isKnown: (iri: string) => boolean
}

/** Predicates that are indexed by subject. */
const INDEXED = [
  v.SUB_CLASS,
  v.SUB_PROPERTY,
  v.DOMAIN,
  v.RANGE,
  v.INVERSE,
  v.DISJOINT,
  v.DISJOINT_UNION,
  v.MEMBERS,
  v.FIRST,
  v.REST,
]

export function readFacts(triples: readonly Triple[]): Facts {
  const types = new Map<string, string[]>()
  const related = new Map<string, Map<string, string[]>>(INDEXED.map((predicate) => [predicate, new Map()]))
  for (const { subject, predicate, object, literal } of triples) {
    if (literal !== undefined) continue
    if (predicate === v.TYPE) push(types, subject, object)
    const index = related.get(predicate)
    if (index) push(index, subject, object)
  }
  const declared = (kinds: ReadonlySet<string>) =>
    new Set(
      [...types].filter(([node, all]) => isIri(node) && all.some((type) => kinds.has(type))).map(([node]) => node),
    )
  const classes = declared(v.CLASS_TYPES)
  const properties = declared(v.PROPERTY_TYPES)
  const ontologies = [...declared(new Set([v.ONTOLOGY]))].toSorted()
  const { isOwn, isKnown } = readNamespaces(ontologies, [...classes, ...properties])
  return {
    triples,
    ontologies,
    classes,
    properties,
    annotations: declared(new Set([v.ANNOTATION_PROPERTY])),
    individuals: readIndividuals(types, classes, properties),
    types,
    related,
    terms: [...new Set([...classes, ...properties])].filter(isOwn).toSorted(),
    isOwn,
    isKnown,
  }
}

export function countTerms(facts: Facts): OntologyCounts {
  const { classes, properties, individuals } = facts
  return {
    classes: classes.size,
    properties: properties.size,
    individuals: [...individuals.keys()].filter(isIri).length,
    axioms: facts.triples.filter((triple) => isAxiom(facts, triple)).length,
  }
}

/** Assertions about individuals are axioms, but annotations are not. */
function isAxiom(
  { classes, properties, annotations, individuals }: Facts,
  { subject, predicate, object, literal }: Triple,
) {
  if (v.AXIOM_PREDICATES.has(predicate)) return true
  if (predicate === v.TYPE && literal === undefined)
    return v.AXIOM_TYPES.has(object) || (classes.has(object) && individuals.has(subject))
  return individuals.has(subject) && properties.has(predicate) && !annotations.has(predicate)
}

function readIndividuals(types: Map<string, string[]>, classes: Set<string>, properties: Set<string>) {
  const isOne = ([node, all]: [string, string[]]) =>
    !classes.has(node) && !properties.has(node) && all.some((type) => type === v.NAMED_INDIVIDUAL || classes.has(type))
  return new Map([...types].filter(isOne))
}

/** The author may define a well-known vocabulary, whose namespace is then the author's own. */
function readNamespaces(ontologies: readonly string[], declared: readonly string[]) {
  const ofOntologies = new Set(ontologies.flatMap((iri) => [iri, `${iri}#`, `${iri}/`, namespaceOf(iri)]))
  const known = new Map<string, boolean>()
  const isKnown = (iri: string): boolean => {
    const namespace = namespaceOf(iri)
    const verdict =
      known.get(namespace) ?? (!ofOntologies.has(namespace) && v.KNOWN.some((one) => namespace.startsWith(one)))
    known.set(namespace, verdict)
    return verdict
  }
  const own = new Set(declared.filter((iri) => !isKnown(iri)).map(namespaceOf))
  return { isKnown, isOwn: (iri: string) => own.has(namespaceOf(iri)) && !isKnown(iri) }
}

const namespaceOf = (iri: string): string => iri.slice(0, nameAt(iri))
export const nameOf = (iri: string): string => iri.slice(nameAt(iri))
const nameAt = (iri: string): number => Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1
export const isIri = (node: string): boolean => !node.startsWith('_:')

export function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
