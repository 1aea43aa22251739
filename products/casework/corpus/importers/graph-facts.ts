// Writes the statements of a named graph as a list in our own format, so that the entry can be read again without the
// graph. Equal statements give equal bytes. Pure.
import { cutText } from '@veritrace/platform/text'

/** Which statements of a graph become facts: `graph-context` in a pack's importers.yaml. */
export interface GraphSpec {
  /** Object type of the list's facts. */
  type: string
  class: string
  label: string
  /** The predicate whose value is the key. */
  key: string
  /** Prefix of the predicates that count as facts. */
  facts: string
  /** State of an object with at least one statement. */
  state_when_stated: string
  /** Minimum confidence by band. */
  bands: Readonly<Record<string, number>>
}

export interface GraphThing {
  iri: string
  key: string
  label?: string | undefined
}

export interface GraphFact {
  iri: string
  predicate: string
  /** The label in the graph, if there is one. */
  value: string
  confidence: number
}

/** State of an object without statements; no rule matches it. */
const UNSTATED = 'listed'
const LOWEST = 'low'
const MAX_VALUES = 20
const MAX_CHARACTERS = 120

export function factsText(spec: GraphSpec, things: readonly GraphThing[], facts: readonly GraphFact[]): string {
  const factsByIri = Map.groupBy(facts, ({ iri }) => iri)
  const keys = new Map(things.map((thing) => [thing.key, thing]))
  const list = [...keys.values()]
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((thing) => factOf(spec, thing, factsByIri.get(thing.iri) ?? []))
  return JSON.stringify({ facts: list }, null, 1)
}

function factOf(spec: GraphSpec, { key, label }: GraphThing, facts: readonly GraphFact[]) {
  const surest = Math.max(0, ...facts.map(({ confidence }) => confidence))
  return {
    type: spec.type,
    key,
    state: facts.length > 0 ? spec.state_when_stated : UNSTATED,
    attributes: {
      ...(label && { title: label }),
      ...(facts.length > 0 && { confidence_band: bandOf(spec, surest) }),
      statements: facts.length,
      ...valuesByName(spec, facts),
    },
  }
}

function bandOf({ bands }: GraphSpec, confidence: number): string {
  const [best] = Object.entries(bands)
    .filter(([, least]) => confidence >= least)
    .toSorted(([, a], [, b]) => b - a)
  return best?.[0] ?? LOWEST
}

/** `uses_subprocessor: [Fabrikam, …]`, keyed by the predicate without its prefix. */
function valuesByName({ facts: prefix }: GraphSpec, facts: readonly GraphFact[]): Record<string, string[]> {
  const byName = Map.groupBy(facts, ({ predicate }) => predicate.slice(prefix.length))
  return Object.fromEntries(
    [...byName]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, some]) => {
        const values = new Set(some.map(({ value }) => cutText(value, MAX_CHARACTERS)))
        return [name, [...values].toSorted().slice(0, MAX_VALUES)]
      }),
  )
}
