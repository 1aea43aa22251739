// The data sources of a walk in addition to the adjacency: values of nodes, and if no adjacency is available, the edges
// from the database, read step by step.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { addFacts, addRowsAt } from './add-rows.ts'
import { type Adjacency, newAdjacency, nodeOf } from './adjacency.ts'
import { numberOf } from './dictionary.ts'
import { fits, type Wanted } from './rules.ts'
import { type EdgeRow, listEdgesFrom, listEdgesTo, listFacts, listValues, type Within } from './store.ts'
import type { Route, WalkSource } from './walk.ts'

/** Limit of edges read for a few hundred nodes; the walk is truncated there. */
const MOST_ROWS = 50_000
const NODES_AT_ONCE = 2_000

/** A temporary adjacency with the edges that were read so far. */
export function databaseSource(db: Db<Tables>, within: Within, route: Route): WalkSource {
  const graph = newAdjacency()
  nodeOf(graph, route.start)
  if (route.context !== undefined) numberOf(graph.contexts, route.context)
  for (const predicate of route.predicates) numberOf(graph.predicates, predicate)
  return {
    graph,
    async reach(numbers) {
      const asked = { nodes: textsOf(graph, numbers), predicates: route.predicates, limit: MOST_ROWS }
      const out: EdgeRow[] = route.direction === 'in' ? [] : await listEdgesFrom(db, within, asked)
      const back: EdgeRow[] = route.direction === 'out' ? [] : await listEdgesTo(db, within, asked)
      addRowsAt(graph, out, 'subject')
      addRowsAt(graph, back, 'object')
      return out.length < MOST_ROWS && back.length < MOST_ROWS
    },
  }
}

/** Reads types and labels of the found nodes. */
export async function describeNodes(
  db: Db<Tables>,
  within: Within,
  graph: Adjacency,
  numbers: readonly number[],
): Promise<void> {
  for (let from = 0; from < numbers.length; from += NODES_AT_ONCE)
    addFacts(graph, await listFacts(db, within, textsOf(graph, numbers.slice(from, from + NODES_AT_ONCE))))
}

/** Admits nodes with all the values. */
export function admitting(
  db: Db<Tables>,
  within: Within,
  graph: Adjacency,
  wanted: readonly Wanted[],
): NonNullable<WalkSource['admit']> {
  const asked = {
    predicates: wanted.map(({ predicate }) => predicate),
    texts: wanted.map(({ text }) => text),
    hasNumbers: wanted.some(({ number }) => number !== null),
  }
  return async (numbers) => {
    const rows = await listValues(db, within, textsOf(graph, numbers), asked)
    const valuesOf = Map.groupBy(rows, ({ subject }) => subject)
    const has = (text: string): boolean =>
      wanted.every((one) => valuesOf.get(text)?.some((row) => row.predicate === one.predicate && fits(one, row)))
    return new Set(numbers.filter((number) => has(graph.nodes.texts[number]!)))
  }
}

const textsOf = ({ nodes }: Adjacency, numbers: readonly number[]): string[] =>
  numbers.map((number) => nodes.texts[number]!)
