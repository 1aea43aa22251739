// Completes hits with labels, types and text from the database.
import type { SearchResult } from '@veritrace/contract/graph/search'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { bestLabel, RDF_TYPE } from './label-rules.ts'
import { listFacts, listStatements, type SearchRow, type Within } from './store.ts'
import { snippet } from './text/snippet.ts'

export interface Hit {
  node: string
  score: number
  /** The bare id. */
  statement: string
}

/** Keeps the order. Hits that were retracted in the meantime are omitted. */
export async function describeHits(
  db: Graph['db'],
  within: Within,
  hits: readonly Hit[],
  { terms, lang }: { terms: ReadonlySet<string>; lang: string | undefined },
): Promise<SearchResult[]> {
  const [statements, facts] = await Promise.all([
    listStatements(
      db,
      within,
      hits.map(({ statement }) => statement),
    ),
    factsOf(
      db,
      within,
      hits.map(({ node }) => node),
    ),
  ])
  const byId = new Map(statements.map((row) => [row.id, row]))
  return hits.flatMap(({ node, score, statement }) => {
    const found = byId.get(statement)
    if (!found) return []
    const own = facts.get(node) ?? []
    return {
      nodeId: node,
      label: bestLabel(own, lang)?.object ?? node,
      types: typesIn(own),
      predicate: found.predicate,
      snippet: snippet(found.object, terms),
      score,
      statementId: withUrn(found.id),
    }
  })
}

/** Labels and types by node. */
export async function factsOf(
  db: Graph['db'],
  within: Within,
  nodes: readonly string[],
): Promise<Map<string, SearchRow[]>> {
  const facts = await listFacts(db, within, nodes, 'types')
  return Map.groupBy(facts, ({ subject }) => subject)
}

const typesIn = (facts: readonly SearchRow[]): string[] =>
  [...new Set(facts.filter(({ predicate }) => predicate === RDF_TYPE).map(({ object }) => object))].toSorted()
