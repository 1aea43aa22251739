// The modes vector and hybrid: the first page determines the order of a window of nodes, and later pages follow it.
import type { Graph } from '../deps.ts'
import { keyOf, type Listed } from './cursor.ts'
import { findByMeaning } from './find-by-meaning.ts'
import type { Hit } from './hits.ts'
import { fuse, inRank } from './rules.ts'
import type { Ranking, SearchQuery } from './run-search.ts'
import type { Within } from './store.ts'
import { termsIn } from './text/tokenize.ts'

type Parts = Pick<Graph, 'db' | 'search' | 'jobs' | 'clock' | 'log'>
type MeaningQuery = SearchQuery & { mode: 'vector' | 'hybrid' }

/** The number of results that can be paged through. */
const WINDOW = 200
/** How far to search for nodes that newer ones have pushed out of the window. */
const WINDOWS = [WINDOW, 1_000, 10_000]

/** The first page, or the next page of the remaining order. */
export async function rankByMeaning(
  deps: Parts,
  within: Within,
  query: MeaningQuery,
  left: readonly Listed[] | undefined,
): Promise<Ranking> {
  const found = await find(deps, within, query, left?.slice(0, query.limit) ?? [])
  const listed = left ?? inFirstOrder(found)
  const hits: Hit[] = []
  let passed = 0
  for (; passed < listed.length && hits.length < query.limit; passed++) {
    const { key, words, near } = listed[passed]!
    const hit = found.byKey.get(key)
    // Skips nodes that no longer exist.
    if (hit) hits.push({ ...hit, score: query.mode === 'vector' ? hit.score : fuse([words, near]) })
  }
  return {
    hits,
    next: passed < listed.length ? { left: listed.slice(passed) } : undefined,
    terms: found.terms,
    mode: query.mode,
    partial: found.partial,
  }
}

interface Found {
  words: readonly Hit[]
  near: readonly Hit[]
  byKey: ReadonlyMap<string, Hit>
  terms: ReadonlySet<string>
  partial: boolean
}

/** Searches the window, or a larger one if that is needed to find the next nodes of the order. */
async function find(deps: Parts, within: Within, query: MeaningQuery, next: readonly Listed[]): Promise<Found> {
  for (const window of WINDOWS) {
    const near = await findByMeaning(deps, within, query, window)
    const words = query.mode === 'hybrid' ? await findByWords(deps, within, query, window) : NO_WORDS(query)
    const byKey = new Map([...near.hits, ...words.hits].map((hit) => [keyOf(hit.node), hit]))
    const isAll = near.isAll && words.hits.length < window
    if (isAll || window === WINDOWS.at(-1) || next.every(({ key }) => byKey.has(key)))
      return { ...words, words: words.hits, near: near.hits, byKey }
  }
  throw new Error('the last window is the last')
}

const NO_WORDS = ({ q }: MeaningQuery) => ({ hits: [], terms: new Set(termsIn(q)), partial: false })

async function findByWords(
  { search }: Parts,
  within: Within,
  { q, type, predicate, lang }: MeaningQuery,
  limit: number,
) {
  const index = await search.texts.at(within)
  const { hits, words } = await index.find({ q, type, predicate, lang, limit })
  return { hits, terms: new Set(words.flat()), partial: index.isFull() }
}

function inFirstOrder({ words, near }: Found): Listed[] {
  const places = new Map<string, { words: number; near: number }>()
  for (const [i, { node }] of words.entries()) places.set(node, { words: i + 1, near: 0 })
  for (const [i, { node }] of near.entries()) places.set(node, { words: 0, ...places.get(node), near: i + 1 })
  return [...places]
    .map(([node, at]) => ({ node, ...at, score: fuse([at.words, at.near]) }))
    .toSorted(inRank)
    .map(({ node, words, near }) => ({ key: keyOf(node), words, near }))
}
