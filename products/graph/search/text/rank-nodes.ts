// BM25 over the texts of a node: each query word counts once per node, with its best text.
import { bareId } from '@veritrace/platform/rdf/statement-id'
import type { Pace } from '../../pace.ts'

export interface Ranked {
  node: number
  score: number
  document: number
}

/** The end of a page: score, name prefix and hash of its last node. The name is cut because names can be very long. */
export interface Place {
  score: number
  name: string
  hash: string
}

/** An indexed word, by number, and its weight. */
interface Word {
  word: number
  worth: number
}

interface Corpus {
  postings: readonly number[][]
  documents: { node: readonly number[]; length: readonly number[]; isLabel: readonly boolean[] }
  nodes: readonly string[]
  meanLength: number
  isWanted(document: number): boolean
  /** The document existed at the first page, so it counts for scores even if it is gone now. */
  wasSeen(document: number): boolean
  /** The document exists now and can be shown. */
  isAlive(document: number): boolean
  after?: Place | undefined
  limit: number
  pace: Pace
}

/** Steps between checks whether to yield to other work. */
const STEPS = 4_096

const K1 = 1.2
const B = 0.75
const LABEL_BOOST = 2

/** `words` has one entry per query word, with its expansions. */
export async function rankNodes(words: readonly (readonly Word[])[], corpus: Corpus): Promise<Ranked[]> {
  const tally = openTally(corpus)
  for (const [i, alike] of words.entries()) for (const one of alike) await countWord(one, i + 1, corpus, tally)
  const { nodes, after, limit, pace } = corpus
  const ranked: Ranked[] = []
  const isBefore = (a: Ranked, b: Ranked): boolean =>
    a.score === b.score ? inOrder(nodes[a.node]!, nodes[b.node]!) < 0 : a.score > b.score
  for (const [i, node] of tally.touched.entries()) {
    if (i % STEPS === 0 && pace.isOver()) await pace.rest()
    if (tally.document[node] === NONE) continue
    // A node with all words ranks before one that has one of them often.
    const one = {
      node,
      score: (tally.score[node]! * tally.matched[node]!) / words.length,
      document: tally.document[node]! - 1,
    }
    if (after && !isAfter(one, after, nodes)) continue
    if (ranked.length === limit && !isBefore(one, ranked.at(-1)!)) continue
    ranked.splice(placeOf(ranked, one, isBefore), 0, one)
    if (ranked.length > limit) ranked.pop()
  }
  return ranked
}

/** Intermediate results by node and by document, in arrays because common words occur in very many. */
interface Tally {
  score: Float64Array
  matched: Uint8Array
  /** The query word that was counted last, from 1, and its contribution. */
  word: Uint8Array
  brought: Float64Array
  /** The best existing document of the node, from 1. */
  document: Uint32Array
  documentScore: Float64Array
  touched: number[]
}

const NONE = 0

const openTally = ({ nodes, documents }: Corpus): Tally => ({
  score: new Float64Array(nodes.length),
  matched: new Uint8Array(nodes.length),
  word: new Uint8Array(nodes.length),
  brought: new Float64Array(nodes.length),
  document: new Uint32Array(nodes.length),
  documentScore: new Float64Array(documents.node.length),
  touched: [],
})

async function countWord(
  { word: term, worth }: Word,
  word: number,
  { postings, documents, meanLength, isWanted, wasSeen, isAlive, pace }: Corpus,
  tally: Tally,
): Promise<void> {
  const list = postings[term]!
  for (let i = 0; i < list.length; i++) {
    if (i % STEPS === STEPS - 1 && pace.isOver()) await pace.rest()
    const posting = list[i]!
    const document = posting >>> 4
    // Documents that were added while this search yielded are not counted.
    if (document >= tally.documentScore.length) break
    if (!isWanted(document)) continue
    const count = posting & 15
    const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * documents.length[document]!) / meanLength))
    const brings = worth * saturated * (documents.isLabel[document] ? LABEL_BOOST : 1)
    const node = documents.node[document]!
    if (wasSeen(document)) addUp(tally, node, word, brings)
    if (isAlive(document)) prefer(tally, node, document, brings)
  }
}

function addUp(tally: Tally, node: number, word: number, brings: number): void {
  const { score, matched, brought } = tally
  if (tally.word[node] === word) {
    if (brings <= brought[node]!) return
    score[node]! += brings - brought[node]!
  } else {
    if (matched[node] === 0) tally.touched.push(node)
    score[node]! += brings
    matched[node]!++
    tally.word[node] = word
  }
  brought[node] = brings
}

function prefer({ document: best, documentScore }: Tally, node: number, document: number, brings: number): void {
  documentScore[document]! += brings
  if (best[node] === NONE || documentScore[document]! > documentScore[best[node]! - 1]!) best[node] = document + 1
}

const LONGEST_NAME = 256

export const placeOfNode = (score: number, node: string): Place => ({
  score,
  name: node.slice(0, LONGEST_NAME),
  hash: bareId(node),
})

const isAfter = ({ score, node }: Ranked, after: Place, nodes: readonly string[]): boolean => {
  if (score !== after.score) return score < after.score
  const name = nodes[node]!.slice(0, LONGEST_NAME)
  return name === after.name ? bareId(nodes[node]!) > after.hash : name > after.name
}

/** Compares two different nodes, using only the fields of a cursor position. */
function inOrder(a: string, b: string): number {
  const [begun, other] = [a.slice(0, LONGEST_NAME), b.slice(0, LONGEST_NAME)]
  if (begun !== other) return begun < other ? -1 : 1
  return bareId(a) < bareId(b) ? -1 : 1
}

function placeOf(ranked: readonly Ranked[], one: Ranked, isBefore: (a: Ranked, b: Ranked) => boolean): number {
  let [low, high] = [0, ranked.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(ranked[middle]!, one)) low = middle + 1
    else high = middle
  }
  return low
}
