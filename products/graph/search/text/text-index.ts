// The words of a scope in memory: which statements hold them, and which nodes these are about. Ranked by BM25.

import { openPace } from '../../pace.ts'
import { inLanguage, isLabel, RDF_TYPE } from '../label-rules.ts'
import { expandWords, type Vocabulary } from './expand-words.ts'
import { numbering } from './numbering.ts'
import { type Place, type Ranked, rankNodes } from './rank-nodes.ts'
import { sortedWords } from './sorted-words.ts'
import { type View, weighWords } from './weigh-words.ts'
import { partsIn, termsIn } from './words.ts'

/** A statement with a text, or one that says what a node is. */
export interface TextRow {
  id: string
  subject: string
  predicate: string
  object: string
  object_type: 'iri' | 'literal' | 'bnode'
  datatype: string | null
  language: string | null
}

interface TextQuery {
  q: string
  type?: string | undefined
  predicate?: string | undefined
  lang?: string | undefined
  /** Only what comes after this place, of what the search that came to it has seen. */
  after?: { place: Place; view: View } | undefined
  limit: number
}

interface TextHit {
  node: string
  score: number
  /** The best statement of the node, bare. */
  statement: string
}

interface TextResult {
  hits: TextHit[]
  view: View
  /** Words of the texts that stand for the words of the query, for each of these. */
  words: string[][]
}

export interface TextIndex {
  /** In the change of that number. What is known already is passed over. */
  add(row: TextRow, seq: number): void
  remove(row: TextRow, seq: number): void
  /** All changes up to this one have been taken in: searches see so far. */
  reach(seq: number): void
  /** Long searches take turns with others; what is added meanwhile is not seen, what is removed may be. */
  find(query: TextQuery): Promise<TextResult>
  /** Statements held, removed ones included until the index is built anew. */
  size(): number
  /** So much was removed that building anew is worth it. */
  isWorn(): boolean
  isFull(): boolean
}

/** Changes are counted from 1. */
const ALIVE = 0
/** What is behind is not searched. */
const LONGEST_TEXT = 20_000
const MOST_STATEMENTS = 1_000_000
const XSD = 'http://www.w3.org/2001/XMLSchema#'
const WORDLESS = new Set([`${XSD}boolean`, `${XSD}base64Binary`, `${XSD}hexBinary`])

const isText = ({ object_type, datatype }: TextRow): boolean =>
  object_type === 'literal' && !(datatype && WORDLESS.has(datatype))
const isType = ({ predicate, object_type }: TextRow): boolean => predicate === RDF_TYPE && object_type === 'iri'

export function textIndex(): TextIndex {
  const nodes = numbering()
  const predicates = numbering()
  const languages = numbering()
  const types = numbering()
  const documents = new Map<string, number>()
  /** By document. */
  const d = {
    id: [] as string[],
    node: [] as number[],
    predicate: [] as number[],
    language: [] as number[],
    length: [] as number[],
    isLabel: [] as boolean[],
    /** The changes that have brought and taken it. */
    born: [] as number[],
    died: [] as number[],
  }
  /** Documents that say what a node is: by node, and what they say. */
  const typesOf: (number[] | undefined)[] = []
  const typeIn = new Map<number, number>()
  const words: Vocabulary = { numbers: numbering(), live: [], labels: [], all: sortedWords(), ofLabels: sortedWords() }
  /** By word, in the order of documents: document × 16 + how often, 15 at most. */
  const postings: number[][] = []
  let reached = 0
  let removed = 0
  let texts = 0
  let length = 0

  function addDocument(row: TextRow, seq: number): number {
    const at = d.id.length
    d.id.push(row.id)
    d.node.push(nodes.of(row.subject))
    d.predicate.push(predicates.of(row.predicate))
    d.language.push(languages.of(row.language?.toLowerCase() ?? ''))
    d.length.push(0)
    d.isLabel.push(isLabel(row.predicate))
    d.born.push(seq)
    d.died.push(ALIVE)
    documents.set(row.id, at)
    return at
  }

  function addWords(document: number, { object, predicate }: TextRow): void {
    const { counts, total } = countWords(object)
    const label = isLabel(predicate)
    for (const [term, count] of counts) {
      const word = words.numbers.of(term)
      if (word === postings.length) {
        postings.push([])
        words.live.push(0)
        words.labels.push(0)
        words.all.add(term)
      }
      postings[word]!.push(document * 16 + Math.min(15, count))
      words.live[word]!++
      if (label && words.labels[word]!++ === 0) words.ofLabels.add(term)
    }
    d.length[document] = total
    texts++
    length += total
  }

  function forgetWords(document: number, { object, predicate }: TextRow): void {
    for (const term of countWords(object).counts.keys()) {
      const word = words.numbers.find(term)
      if (word === undefined) continue
      words.live[word]!--
      // A word stays in the vocabulary; with no label left it is passed over there.
      if (isLabel(predicate)) words.labels[word]!--
    }
    texts--
    length -= d.length[document]!
  }

  return {
    add(row, seq) {
      if (documents.has(row.id) || d.id.length >= MOST_STATEMENTS) return
      if (isType(row)) {
        const document = addDocument(row, seq)
        const node = d.node[document]!
        typesOf[node] = [...(typesOf[node] ?? []), document]
        typeIn.set(document, types.of(row.object))
      } else if (isText(row)) addWords(addDocument(row, seq), row)
    },
    remove(row, seq) {
      const document = documents.get(row.id)
      if (document === undefined) return
      documents.delete(row.id)
      d.died[document] = seq
      removed++
      if (isText(row)) forgetWords(document, row)
    },
    reach(seq) {
      reached = seq
    },
    async find({ q, type, predicate, lang, after, limit }) {
      const pace = openPace()
      const expanded = after ? [] : await expandWords(words, q, pace)
      const view = after?.view ?? weighWords(expanded, { seq: reached, texts, length, live: words.live })
      const wantedPredicate = predicate === undefined ? undefined : (predicates.find(predicate) ?? -1)
      const wantedType = type === undefined ? undefined : (types.find(type) ?? -1)
      const fits = lang === undefined ? undefined : languages.names.map((tag) => tag !== '' && inLanguage(tag, lang))
      const isWanted = (document: number): boolean =>
        (wantedPredicate === undefined || d.predicate[document] === wantedPredicate) &&
        (fits === undefined || fits[d.language[document]!]!) &&
        (wantedType === undefined || isA(d.node[document]!, wantedType))
      // What came or went after the first page would move nodes from the pages to come to those that were, and back.
      const wasSeen = (document: number): boolean =>
        d.born[document]! <= view.seq && (isAlive(document) || d.died[document]! > view.seq)
      const ranked = await rankNodes(view.words.map(numbered), {
        pace,
        postings,
        documents: d,
        nodes: nodes.names,
        meanLength: view.meanLength,
        isWanted,
        wasSeen,
        isAlive,
        after: after?.place,
        limit,
      })
      return { hits: ranked.map(toHit), view, words: view.words.map((one) => one.map(({ term }) => term)) }
    },
    size: () => d.id.length,
    isWorn: () => removed > 1_000 && removed > d.id.length / 4,
    isFull: () => d.id.length >= MOST_STATEMENTS,
  }

  function isA(node: number, type: number): boolean {
    return typesOf[node]?.some((document) => isAlive(document) && typeIn.get(document) === type) ?? false
  }

  function isAlive(document: number): boolean {
    return d.died[document] === ALIVE
  }

  /** A word that was forgotten is in no text any more. */
  function numbered(alike: View['words'][number]) {
    return alike.flatMap(({ term, worth }) => {
      const word = words.numbers.find(term)
      return word === undefined ? [] : { word, worth }
    })
  }

  function toHit({ node, score, document }: Ranked): TextHit {
    return { node: nodes.names[node]!, score, statement: d.id[document]! }
  }
}

/** How often each word is in the text, and how many words that are: parts of words make no text longer. */
function countWords(text: string): { counts: Map<string, number>; total: number } {
  const counts = new Map<string, number>()
  const searched = text.slice(0, LONGEST_TEXT)
  const terms = termsIn(searched)
  const parts = partsIn(searched).map(({ term }) => term)
  for (const term of parts.length > 0 ? terms.concat(parts) : terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { counts, total: terms.length }
}
