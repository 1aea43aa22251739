// The nodes nearest to a vector, in all spaces of that name in scope. The index yields candidates; scores are computed
// from the stored vectors.

import { bareId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { inRank } from './rules.ts'
import { listNodesWith, type Within } from './store.ts'
import type { SpaceRow } from './tables.ts'
import { listVectors, type StoredVector } from './vector-store.ts'

export interface NearNode {
  node: string
  score: number
  /** The bare id of the statement that the vector came with. */
  statement: string | null
  /** Hash of the text from which the label vector was computed. */
  textHash: string | null
}

export interface NearQuery {
  /** Unit vector with the dimension of the spaces. */
  vector: Float32Array
  limit: number
  /** Values that the nodes must have. */
  having: readonly (readonly [predicate: string, value: string])[]
}

type Parts = Pick<Graph, 'db' | 'search'>

/** If at most this many nodes have the values, all of them are compared. */
const FEW = 5_000
/** Otherwise, how many of the nearest nodes are checked for the values. */
const WINDOWS = [1_000, 10_000]
/** Extra candidates, because the index rounds. */
const SLACK = 20

export async function findNearest(
  { db, search }: Parts,
  within: Within,
  spaces: readonly SpaceRow[],
  { vector, limit, having }: NearQuery,
): Promise<NearNode[]> {
  if (having.length === 0)
    return nearest({ db, search }, spaces, vector, limit + SLACK).then((all) => all.slice(0, limit))
  const nodes = await listNodesWith(db, within, having, { limit: FEW + 1 })
  if (nodes.length <= FEW) {
    const apart = [...new Set(nodes)]
    const found = await Promise.all(spaces.map((space) => score(db, space, vector, apart)))
    return rank(found.flat()).slice(0, limit)
  }
  let fitting: NearNode[] = []
  for (const window of WINDOWS) {
    const near = await nearest({ db, search }, spaces, vector, window)
    const among = near.map(({ node }) => node)
    const have = new Set(await listNodesWith(db, within, having, { limit: among.length, among }))
    fitting = near.filter(({ node }) => have.has(node)).slice(0, limit)
    if (fitting.length === limit || near.length < window) break
  }
  return fitting
}

async function nearest(
  { db, search }: Parts,
  spaces: readonly SpaceRow[],
  vector: Float32Array,
  count: number,
): Promise<NearNode[]> {
  const found: NearNode[] = []
  for (const space of spaces) {
    if (space.vectors === 0) continue
    found.push(...(await score(db, space, vector, await search.near.find(space, vector, count))))
  }
  return rank(found).slice(0, count)
}

const ROWS_AT_ONCE = 500

async function score(
  db: Graph['db'],
  space: SpaceRow,
  vector: Float32Array,
  nodes: readonly string[],
): Promise<NearNode[]> {
  const scored: NearNode[] = []
  for (let at = 0; at < nodes.length; at += ROWS_AT_ONCE) {
    const rows = await listVectors(db, space, nodes.slice(at, at + ROWS_AT_ONCE).map(bareId))
    for (const row of rows) {
      const { node, statement_id: statement, text_hash: textHash } = row
      scored.push({ node, score: cosine(vector, row), statement, textHash })
    }
  }
  return scored
}

/** Rounding errors must not exceed the range from -1 to 1. */
function cosine(query: Float32Array, { vector }: StoredVector): number {
  let sum = 0
  for (let i = 0; i < query.length; i++) sum += query[i]! * vector.readFloatLE(i * 4)
  return Math.max(-1, Math.min(1, sum))
}

/** A node in several contexts counts once, with its best score. */
function rank(found: readonly NearNode[]): NearNode[] {
  const best = new Map<string, NearNode>()
  for (const one of found) if (!(best.get(one.node)! && best.get(one.node)!.score >= one.score)) best.set(one.node, one)
  return [...best.values()].toSorted(inRank)
}
