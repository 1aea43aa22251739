// GET /search: by words, by meaning, or both.

import type { Ok, Query } from '@veritrace/contract/endpoint'
import type { search as contract } from '@veritrace/contract/graph/search'
import { fail } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import { EmbedderError } from '../embedder/embedder.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { wrongNames } from './check-names.ts'
import { type Position, readPosition, writePosition } from './cursor.ts'
import { describeHits, type Hit } from './hits.ts'
import { rankByMeaning } from './rank-by-meaning.ts'
import type { Within } from './store.ts'
import { placeOfNode } from './text/rank-nodes.ts'

export type SearchQuery = Query<typeof contract.find>
type SearchPage = Ok<typeof contract.find>
type Parts = Pick<Graph, 'db' | 'search' | 'jobs' | 'clock' | 'log'>

export async function runSearch(deps: Parts, scope: Scope, query: SearchQuery): Promise<SearchPage> {
  const within: Within = [scope.tenant, scope.workspace, onlyContext(scope)]
  const errors = wrongNames({ types: [['type', query.type]], predicates: [['predicate', query.predicate]] })
  if (errors.length > 0) fail('invalid_query', `${errors[0]!.path} ${errors[0]!.message}.`, { errors })
  const { cursor, limit, ...same } = query
  const name = JSON.stringify(['search', within, same])
  const { hits, next, terms, mode, partial } = await rank(deps, within, query, readPosition(name, cursor))
  return {
    items: await describeHits(deps.db, within, hits, { terms, lang: query.lang }),
    next: next ? writePosition(name, next) : '',
    mode,
    partial,
  }
}

/** One page of results. */
export interface Ranking {
  hits: Hit[]
  /** Undefined on the last page. */
  next: Position | undefined
  terms: ReadonlySet<string>
  mode: SearchPage['mode']
  partial: boolean
}

async function rank(deps: Parts, within: Within, query: SearchQuery, from: Position | undefined): Promise<Ranking> {
  const { mode = 'text' } = query
  // Also applies to a hybrid search that started without the embedder: later pages keep the order of the first.
  if (from && 'view' in from) return mode === 'vector' ? fail('invalid_cursor') : rankByWords(deps, within, query, from)
  if (mode === 'text') return from ? fail('invalid_cursor') : rankByWords(deps, within, query, undefined)
  try {
    return await rankByMeaning(deps, within, { ...query, mode }, from?.left)
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error
    deps.log.warn({ err: error }, 'the embedder did not answer')
    // In hybrid mode, results by words alone are better than none.
    if (mode === 'hybrid' && !from) return rankByWords(deps, within, query, undefined)
    return fail('unavailable', 'The embedder did not answer.', {}, { 'retry-after': '5' })
  }
}

async function rankByWords(
  { search }: Parts,
  within: Within,
  { q, type, predicate, lang, limit }: SearchQuery,
  after: Extract<Position, { view: unknown }> | undefined,
): Promise<Ranking> {
  const index = await search.texts.at(within)
  const found = await index.find({ q, type, predicate, lang, after, limit: limit + 1 })
  const hits = found.hits.slice(0, limit)
  const last = found.hits.length > limit ? hits.at(-1) : undefined
  return {
    hits,
    next: last && { place: placeOfNode(last.score, last.node), view: found.view },
    terms: new Set(found.words.flat()),
    mode: 'text',
    partial: index.isFull(),
  }
}
