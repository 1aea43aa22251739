// What a named graph says about its things, as a list: our own format, so that the entry can be read again without the
// graph. Equal statements give equal bytes. Pure.
import { cutText } from '@veritrace/platform/text'

/** What a pack says about the statements that become facts: `graph-context` in importers.yaml. */
export interface GraphSpec {
  /** The type that the list gives its things. */
  type: string
  class: string
  label: string
  /** The predicate whose value is the key. */
  key: string
  /** Predicates that begin so are what a thing says. */
  facts: string
  /** The state of a thing that says anything. */
  state_when_stated: string
  /** From which confidence on, by band. */
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
  /** As the graph calls it, where it has a name. */
  value: string
  confidence: number
}

/** Known, and silent: no rule makes anything of it. */
const SILENT = 'listed'
const LOWEST = 'low'
const MOST_VALUES = 20
const MOST_CHARACTERS = 120

export function factsText(spec: GraphSpec, things: readonly GraphThing[], facts: readonly GraphFact[]): string {
  const said = Map.groupBy(facts, ({ iri }) => iri)
  const keys = new Map(things.map((thing) => [thing.key, thing]))
  const list = [...keys.values()]
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((thing) => factOf(spec, thing, said.get(thing.iri) ?? []))
  return JSON.stringify({ facts: list }, null, 1)
}

function factOf(spec: GraphSpec, { key, label }: GraphThing, facts: readonly GraphFact[]) {
  const surest = Math.max(0, ...facts.map(({ confidence }) => confidence))
  return {
    type: spec.type,
    key,
    state: facts.length > 0 ? spec.state_when_stated : SILENT,
    attributes: {
      ...(label && { title: label }),
      ...(facts.length > 0 && { confidence_band: bandOf(spec, surest) }),
      statements: facts.length,
      ...saidBy(spec, facts),
    },
  }
}

function bandOf({ bands }: GraphSpec, confidence: number): string {
  const [best] = Object.entries(bands)
    .filter(([, least]) => confidence >= least)
    .toSorted(([, a], [, b]) => b - a)
  return best?.[0] ?? LOWEST
}

/** `uses_subprocessor: [Fabrikam, …]`, by the word after the common beginning. */
function saidBy({ facts: prefix }: GraphSpec, facts: readonly GraphFact[]): Record<string, string[]> {
  const byWord = Map.groupBy(facts, ({ predicate }) => predicate.slice(prefix.length))
  return Object.fromEntries(
    [...byWord]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, some]) => {
        const values = new Set(some.map(({ value }) => cutText(value, MOST_CHARACTERS)))
        return [word, [...values].toSorted().slice(0, MOST_VALUES)]
      }),
  )
}
