// Finds labeled nodes whose label is close in meaning to the query.
import type { Graph } from '../deps.ts'
import type { Hit } from './hits.ts'
import { inLanguage, RDF_TYPE } from './label-rules.ts'
import { hasVectors, labelSpaces, nearLabels } from './near-labels.ts'
import { requestEmbedding } from './request-embedding.ts'
import type { SearchQuery } from './run-search.ts'
import { listStatements, type Within } from './store.ts'

/** The matching nodes among the nearest `window`, nearest first. */
export async function findByMeaning(
  deps: Pick<Graph, 'db' | 'search' | 'jobs' | 'clock'>,
  within: Within,
  { q, type, predicate, lang }: Pick<SearchQuery, 'q' | 'type' | 'predicate' | 'lang'>,
  window: number,
): Promise<{ hits: Hit[]; isAll: boolean }> {
  await requestEmbedding(deps, within[0], within[1])
  const spaces = await labelSpaces(deps, within)
  if (!hasVectors(spaces)) return { hits: [], isAll: true }
  const [vector] = await deps.search.embedder.embed([q], { tenant: within[0] })
  const having = type === undefined ? [] : ([[RDF_TYPE, type]] as const)
  const { near, isAll } = await nearLabels(deps, within, spaces, { vector: vector!, limit: window, having })
  const ids = near.flatMap((one) => one.statement ?? [])
  const rows = new Map((await listStatements(deps.db, within, ids)).map((row) => [row.id, row]))
  const hits = near.flatMap(({ node, score, statement }) => {
    const row = statement === null ? undefined : rows.get(statement)
    const fits =
      row &&
      (predicate === undefined || row.predicate === predicate) &&
      (lang === undefined || inLanguage(row.language ?? '', lang))
    return fits ? [{ node, score, statement: row.id }] : []
  })
  return { hits, isAll }
}
