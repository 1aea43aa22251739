// Modes vector and hybrid: the nodes of a window in an order that the first page decides and the others keep.
import type { Graph } from '../deps.ts'
import { keyOf, type Listed } from './cursor.ts'
import { findByMeaning } from './find-by-meaning.ts'
import type { Hit } from './hits.ts'
import { fuse, inRank } from './rules.ts'
import type { Ranking, SearchQuery } from './run-search.ts'
import type { Within } from './store.ts'
import { termsIn } from './text/words.ts'

type Parts = Pick<Graph, 'db' | 'search' | 'jobs' | 'clock' | 'log'>
type MeaningQuery = SearchQuery & { mode: 'vector' | 'hybrid' }

/** How far by meaning and by both one can page. */
const WINDOW = 200
/** How far a node is looked for that others have pushed out of the window since. */
const WINDOWS = [WINDOW, 1_000, 10_000]

/** From the first on, or what is left of an order that was begun. */
export async function rankByMeaning(
  deps: Parts,
  within: Within,
  query: MeaningQuery,
  left: readonly Listed[] | undefined,
): Promise<Ranking> {
  const found = await find(deps, within, query, left?.slice(0, query.limit) ?? [])
  const listed = left ?? inFirstOrder(found)
  const hits: Hit[] = []
  let told = 0
  for (; told < listed.length && hits.length < query.limit; told++) {
    const { key, words, near } = listed[told]!
    const hit = found.byKey.get(key)
    // What is gone since has no place any more.
    if (hit) hits.push({ ...hit, score: query.mode === 'vector' ? hit.score : fuse([words, near]) })
  }
  return {
    hits,
    next: told < listed.length ? { left: listed.slice(told) } : undefined,
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

/** The window, or as much more as it takes to find those that are to be told next. */
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
