// GET /search: by words, by meaning, or by both.

import type { Ok, Query } from '@veritrace/contract/endpoint'
import type { search as contract } from '@veritrace/contract/graph/search'
import { LABELS_SPACE } from '@veritrace/contract/graph/search'
import { fail } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import { EmbedderError } from '../embedder/embedder.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { askForEmbedding } from './ask-for-embedding.ts'
import { findNearest } from './find-nearest.ts'
import { describeHits, type Hit } from './hits.ts'
import { inLanguage, RDF_TYPE } from './label-rules.ts'
import { storedSpace } from './open.ts'
import { fuse, inRank, isAfter } from './rules.ts'
import { listStatements, type Place, readPlace, type Within, writePlace } from './store.ts'
import { termsIn } from './text/words.ts'
import { listSpaces } from './vector-store.ts'

type SearchQuery = Query<typeof contract.find>
type SearchPage = Ok<typeof contract.find>
type Parts = Pick<Graph, 'db' | 'search' | 'jobs' | 'clock' | 'log'>

/** How far by meaning and by both one can page. */
const WINDOW = 200

export async function runSearch(deps: Parts, scope: Scope, query: SearchQuery): Promise<SearchPage> {
  const within: Within = [scope.tenant, scope.workspace, onlyContext(scope)]
  const { cursor, limit, ...same } = query
  const name = JSON.stringify(['search', within, same])
  const after = readPlace(name, cursor)
  const { hits, terms, mode, partial } = await rank(deps, within, query, after)
  const items = hits.slice(0, limit)
  const last = items.at(-1)
  return {
    items: await describeHits(deps.db, within, items, { terms, lang: query.lang }),
    next: hits.length > limit && last ? writePlace(name, last) : '',
    mode,
    partial,
  }
}

interface Ranking {
  /** In their order, at least one more than the page where there are more. */
  hits: Hit[]
  terms: ReadonlySet<string>
  mode: SearchPage['mode']
  partial: boolean
}

async function rank(deps: Parts, within: Within, query: SearchQuery, after: Place | undefined): Promise<Ranking> {
  const { mode = 'text', limit } = query
  if (mode === 'text') return byWords(deps, within, query, { after, limit: limit + 1 })
  const near = await byMeaning(deps, within, query).catch((error) => {
    // Half of an answer is better than none, where half was asked for.
    if (!(error instanceof EmbedderError)) throw error
    deps.log.warn({ err: error }, 'the embedder does not answer')
    return mode === 'hybrid'
      ? undefined
      : fail('unavailable', 'The embedder does not answer.', {}, { 'retry-after': '5' })
  })
  if (!near) return byWords(deps, within, query, { after, limit: limit + 1 })
  const isNext = (hit: Hit) => isAfter(hit, after)
  if (mode === 'vector') return { hits: near.filter(isNext), terms: new Set(termsIn(query.q)), mode, partial: false }
  const words = await byWords(deps, within, query, { after: undefined, limit: WINDOW })
  return { ...words, mode, hits: fused(words.hits, near).filter(isNext) }
}

async function byWords(
  { search }: Pick<Parts, 'search'>,
  within: Within,
  { q, type, predicate, lang }: Pick<SearchQuery, 'q' | 'type' | 'predicate' | 'lang'>,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<Ranking> {
  const index = await search.texts.at(within)
  const { hits, words } = await index.find({ q, type, predicate, lang, after, limit })
  return { hits, terms: new Set(words.flat()), mode: 'text', partial: index.isFull() }
}

/** Labelled nodes whose label means something like the words. */
export async function byMeaning(
  deps: Parts,
  within: Within,
  { q, type, predicate, lang }: Pick<SearchQuery, 'q' | 'type' | 'predicate' | 'lang'>,
): Promise<Hit[]> {
  await askForEmbedding(deps, within[0], within[1])
  const spaces = await listSpaces(deps.db, ...within, storedSpace(deps.search, LABELS_SPACE))
  if (spaces.every(({ vectors }) => vectors === 0)) return []
  const [vector] = await deps.search.embedder.embed([q])
  const having = type === undefined ? [] : ([[RDF_TYPE, type]] as const)
  const near = await findNearest(deps, within, spaces, { vector: vector!, limit: WINDOW, having })
  const rows = new Map(
    (
      await listStatements(
        deps.db,
        within,
        near.flatMap((one) => one.statement ?? []),
      )
    ).map((row) => [row.id, row]),
  )
  return near.flatMap(({ node, score, statement }) => {
    const row = statement === null ? undefined : rows.get(statement)
    const fits =
      row &&
      (predicate === undefined || row.predicate === predicate) &&
      (lang === undefined || inLanguage(row.language ?? '', lang))
    return fits ? [{ node, score, statement: row.id }] : []
  })
}

function fused(words: readonly Hit[], near: readonly Hit[]): Hit[] {
  const scores = fuse([words.map(({ node }) => node), near.map(({ node }) => node)])
  const statements = new Map([...near, ...words].map(({ node, statement }) => [node, statement]))
  return [...scores].map(([node, score]) => ({ node, score, statement: statements.get(node)! })).toSorted(inRank)
}
