// The checks of the published pitfalls, over facts that were read once. Pure functions with linear cost.
import { findCycles } from './cycles.ts'
import { type Clash, findClashes } from './disjoint.ts'
import { type Facts, isIri, nameOf, push } from './facts.ts'
import { findStyle } from './naming.ts'
import type { PitfallId } from './pitfalls.ts'
import * as v from './vocabulary.ts'

interface Hit {
  subject: string
  message: string
}
/** The number of candidates for a pitfall, and those that have it, sorted by name. */
export interface Hits {
  among: number
  hits: Hit[]
}

export function runChecks(facts: Facts): Record<PitfallId, Hits> {
  const clashes = findClashes(facts)
  const partial = clashes.isPartial
    ? [{ subject: whole(facts), message: 'There are too many disjoint classes to check all of them.' }]
    : []
  return {
    P01: lacking(facts.terms, subjectsWith(facts, v.LABELS), 'has no label'),
    P02: lacking(facts.terms, subjectsWith(facts, v.COMMENTS), 'has no comment'),
    P03: header(facts, v.LICENSES, 'The ontology has no license.'),
    P04: header(facts, v.VERSIONS, 'The ontology has no version.'),
    P05: header(facts, new Set([...v.LABELS, ...v.COMMENTS]), 'The ontology has no title and no description.'),
    P06: lacking(typedProperties(facts), inherited(facts, v.DOMAIN, v.RANGE), 'has no domain'),
    P07: lacking(typedProperties(facts), inherited(facts, v.RANGE, v.DOMAIN), 'has no range'),
    P08: cycles(facts, v.SUB_CLASS),
    P09: cycles(facts, v.SUB_PROPERTY),
    P10: lacking(facts.terms, connected(facts), 'is not related to any other term'),
    P11: once([...clashes.individuals.map(clashHit('is a member of')), ...partial]),
    P12: once(clashes.classes.map(clashHit('is below'))),
    P13: undefinedTerms(facts),
    P14: bothKinds(facts),
    P15: several(facts),
    P16: reuse(facts),
    P17: redefined(facts),
    P18: mixedNames(facts, [...facts.classes]),
    P19: mixedNames(facts, [...facts.properties]),
    P20: once(facts.ontologies.length > 0 ? [] : [{ subject: '', message: 'No owl:Ontology is declared.' }]),
    P21: mixedLanguages(facts),
    P22: once(facts.terms.length > 0 ? [] : [{ subject: whole(facts), message: 'No class or property is declared.' }]),
  }
}

/** The IRI of the ontology, or empty if it declares none. */
const whole = ({ ontologies }: Facts): string => ontologies[0] ?? ''
const once = (hits: Hit[]): Hits => ({ among: 1, hits })
const inOrder = (hits: Hit[]): Hit[] => hits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))

const lacking = (subjects: readonly string[], having: ReadonlySet<string>, message: string): Hits => ({
  among: subjects.length,
  hits: subjects
    .filter((one) => !having.has(one))
    .map((subject) => ({ subject, message: `${nameOf(subject)} ${message}.` })),
})

const subjectsWith = ({ triples }: Facts, predicates: ReadonlySet<string>): Set<string> =>
  new Set(triples.filter(({ predicate }) => predicates.has(predicate)).map(({ subject }) => subject))

/** Checks the header. An ontology without a header also has the pitfall. */
function header(facts: Facts, predicates: ReadonlySet<string>, message: string): Hits {
  const described = subjectsWith(facts, predicates)
  return once(facts.ontologies.some((iri) => described.has(iri)) ? [] : [{ subject: whole(facts), message }])
}

const typedProperties = ({ terms, properties, annotations }: Facts): string[] =>
  terms.filter((term) => properties.has(term) && !annotations.has(term))

/** A property inherits the domain of its super-properties, and has the range of its inverse as its domain. */
function inherited({ related }: Facts, side: string, otherSide: string): Set<string> {
  const having = new Set(related.get(side)!.keys())
  const opposite = related.get(otherSide)!
  for (const [one, others] of related.get(v.INVERSE)!)
    for (const other of others) {
      if (opposite.has(other)) having.add(one)
      if (opposite.has(one)) having.add(other)
    }
  const below = new Map<string, string[]>()
  for (const [child, parents] of related.get(v.SUB_PROPERTY)!) for (const parent of parents) push(below, parent, child)
  // The iteration includes elements that are added during it.
  for (const property of having) for (const child of below.get(property) ?? []) having.add(child)
  return having
}

function cycles({ related }: Facts, predicate: string): Hits {
  const found = findCycles(related.get(predicate)!)
  return once(
    found.map((members) => {
      const names = members.slice(0, 5).map(nameOf).join(', ')
      const more = members.length > 5 ? ` and ${members.length - 5} more` : ''
      return { subject: members.find(isIri) ?? members[0]!, message: `${names}${more} form a cycle.` }
    }),
  )
}

function connected({ triples, individuals, types }: Facts): Set<string> {
  const found = new Set<string>()
  for (const { subject, predicate, object, literal } of triples) {
    found.add(predicate)
    if (literal !== undefined || !v.RELATING.has(predicate) || v.EVERYTHING.has(object) || subject === object) continue
    found.add(subject).add(object)
  }
  for (const node of individuals.keys()) for (const type of types.get(node)!) found.add(type)
  return found
}

const clashHit =
  (verb: string) =>
  ({ subject, between: [one, other] }: Clash): Hit => ({
    subject,
    message: `${nameOf(subject)} ${verb} ${nameOf(one)} and ${nameOf(other)}, which are disjoint.`,
  })

function undefinedTerms({ triples, types, isOwn }: Facts): Hits {
  const used = new Set<string>()
  for (const { subject, predicate, object, literal } of triples) {
    used.add(predicate)
    if (v.TERMS_AT_BOTH_ENDS.has(predicate)) used.add(subject)
    const namesTerm = predicate === v.TYPE || v.TERMS_AT_BOTH_ENDS.has(predicate) || v.TERMS_AS_OBJECTS.has(predicate)
    if (namesTerm && literal === undefined) used.add(object)
  }
  const own = [...used].filter((node) => isIri(node) && isOwn(node)).toSorted()
  return lacking(own, new Set(types.keys()), 'is used but not declared')
}

function bothKinds({ classes, properties, terms }: Facts): Hits {
  const both = terms.filter((term) => classes.has(term) && properties.has(term))
  const hits = both.map((subject) => ({ subject, message: `${nameOf(subject)} is a class and a property.` }))
  return { among: terms.length, hits }
}

function several(facts: Facts): Hits {
  const properties = typedProperties(facts)
  const count = (side: string, property: string) => new Set(facts.related.get(side)!.get(property)).size
  const hits = properties.flatMap((subject) => {
    const sides = [v.DOMAIN, v.RANGE].filter((side) => count(side, subject) > 1).map(nameOf)
    return sides.length > 0
      ? [{ subject, message: `${nameOf(subject)} has more than one ${sides.join(' and ')}.` }]
      : []
  })
  return { among: properties.length, hits }
}

function reuse(facts: Facts): Hits {
  const { triples, isOwn } = facts
  const isForeign = (node: string) =>
    isIri(node) && !isOwn(node) && !v.LANGUAGE.some((namespace) => node.startsWith(namespace))
  const reuses = ({ predicate, object, literal }: (typeof triples)[number]) =>
    predicate === v.IMPORTS ||
    isForeign(predicate) ||
    (literal === undefined && (v.RELATING.has(predicate) || predicate === v.TYPE) && isForeign(object))
  const message = 'The ontology neither uses nor imports a term of another vocabulary.'
  return once(facts.terms.length > 0 && triples.some(reuses) ? [] : [{ subject: whole(facts), message }])
}

function redefined({ triples, isKnown }: Facts): Hits {
  const foreign = new Set<string>()
  const changed = new Set<string>()
  for (const { subject, predicate, object, literal } of triples) {
    if (!isIri(subject) || !isKnown(subject)) continue
    foreign.add(subject)
    // A super-class in the same vocabulary is a copy of its definition, not a redefinition.
    if (v.DEFINING.has(predicate) && literal === undefined && !isKnown(object)) changed.add(subject)
  }
  const hits = [...changed].map((subject) => ({
    subject,
    message: `${nameOf(subject)} belongs to another vocabulary.`,
  }))
  return { among: foreign.size, hits: inOrder(hits) }
}

function mixedNames({ isOwn }: Facts, terms: readonly string[]): Hits {
  const own = terms.filter((iri) => isOwn(iri) && nameOf(iri) !== '').toSorted()
  const { name, fits } = findStyle(own.map(nameOf))
  const odd = own.filter((iri) => !fits(nameOf(iri)))
  return {
    among: own.length,
    hits: odd.map((subject) => ({ subject, message: `${nameOf(subject)} is not in ${name} like most of the others.` })),
  }
}

function mixedLanguages({ triples, terms }: Facts): Hits {
  const known = new Set(terms)
  const labels = triples.filter((t) => t.literal !== undefined && v.LABELS.has(t.predicate) && known.has(t.subject))
  const tagged = new Set(labels.filter(({ literal }) => literal !== '').map(({ subject }) => subject))
  const plain = new Set(labels.filter(({ literal }) => literal === '').map(({ subject }) => subject))
  const isMixed = tagged.size > 0
  const hits = isMixed
    ? [...plain].map((subject) => ({ subject, message: `A label of ${nameOf(subject)} has no language.` }))
    : []
  return { among: new Set([...tagged, ...plain]).size, hits: inOrder(hits) }
}
