// BM25 over the texts of a node: each word of the query counts once, with its best place among them.
import type { Expansion } from './expand-words.ts'
import type { Pace } from './pace.ts'

export interface Ranked {
  node: number
  score: number
  document: number
}

interface Corpus {
  postings: readonly number[][]
  live: readonly number[]
  documents: { node: readonly number[]; length: readonly number[]; isLabel: readonly boolean[] }
  nodes: readonly string[]
  texts: number
  meanLength: number
  isWanted(document: number): boolean
  after?: { score: number; node: string } | undefined
  limit: number
  pace: Pace
}

/** After so many steps it is asked whether the turn is over. */
const STEPS = 4_096

const K1 = 1.2
const B = 0.75
const LABEL_BOOST = 2

export async function rankNodes(words: readonly (readonly Expansion[])[], corpus: Corpus): Promise<Ranked[]> {
  const tally = openTally(corpus)
  for (const [i, expansions] of words.entries())
    for (const expansion of expansions) await countWord(expansion, expansions[0]!, i + 1, corpus, tally)
  const { nodes, after, limit, pace } = corpus
  const ranked: Ranked[] = []
  const isBefore = (a: Ranked, b: Ranked): boolean =>
    a.score === b.score ? nodes[a.node]! < nodes[b.node]! : a.score > b.score
  for (const [i, node] of tally.touched.entries()) {
    if (i % STEPS === 0 && pace.isOver()) await pace.rest()
    // Who has all the words comes before who has one of them often.
    const one = {
      node,
      score: (tally.score[node]! * tally.matched[node]!) / words.length,
      document: tally.document[node]!,
    }
    if (after && !isAfter(one, after, nodes)) continue
    if (ranked.length === limit && !isBefore(one, ranked.at(-1)!)) continue
    ranked.splice(placeOf(ranked, one, isBefore), 0, one)
    if (ranked.length > limit) ranked.pop()
  }
  return ranked
}

/** What each node has so far, and each document; arrays, because common words touch very many. */
interface Tally {
  score: Float64Array
  matched: Uint8Array
  /** The word that was counted last, from 1, and what it brought. */
  word: Uint8Array
  brought: Float64Array
  /** The best document of the node. */
  document: Uint32Array
  documentScore: Float64Array
  touched: number[]
}

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
  { word: term, weight }: Expansion,
  exact: Expansion,
  word: number,
  { postings, live, documents, texts, meanLength, isWanted, pace }: Corpus,
  tally: Tally,
): Promise<void> {
  const rarity = (count: number) => Math.log(1 + (texts - count + 0.5) / (count + 0.5))
  // A rare word that only begins alike is not worth more than the word itself.
  const idf = exact.weight === 1 ? Math.min(rarity(live[term]!), rarity(live[exact.word]!)) : rarity(live[term]!)
  const list = postings[term]!
  for (let i = 0; i < list.length; i++) {
    if (i % STEPS === STEPS - 1 && pace.isOver()) await pace.rest()
    const posting = list[i]!
    const document = posting >>> 4
    // Behind the end of the tally: added while others had their turn.
    if (document >= tally.documentScore.length) break
    if (!isWanted(document)) continue
    const count = posting & 15
    const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * documents.length[document]!) / meanLength))
    const brings = weight * idf * saturated * (documents.isLabel[document] ? LABEL_BOOST : 1)
    tally.documentScore[document]! += brings
    addUp(tally, documents.node[document]!, document, word, brings)
  }
}

function addUp(tally: Tally, node: number, document: number, word: number, brings: number): void {
  const { score, matched, brought } = tally
  if (tally.word[node] === word) {
    if (brings > brought[node]!) {
      score[node]! += brings - brought[node]!
      brought[node] = brings
    }
  } else {
    if (matched[node] === 0) {
      tally.touched.push(node)
      tally.document[node] = document
    }
    score[node]! += brings
    matched[node]!++
    tally.word[node] = word
    brought[node] = brings
  }
  if (tally.documentScore[document]! > tally.documentScore[tally.document[node]!]!) tally.document[node] = document
}

const isAfter = (one: Ranked, after: { score: number; node: string }, nodes: readonly string[]): boolean =>
  one.score === after.score ? nodes[one.node]! > after.node : one.score < after.score

function placeOf(ranked: readonly Ranked[], one: Ranked, isBefore: (a: Ranked, b: Ranked) => boolean): number {
  let [low, high] = [0, ranked.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(ranked[middle]!, one)) low = middle + 1
    else high = middle
  }
  return low
}
