// An in-memory text index of one scope: maps words to statements and their nodes. Ranks by BM25.

import { openPace } from '../../pace.ts'
import { inLanguage, isLabel, RDF_TYPE } from '../label-rules.ts'
import { expandWords, type Vocabulary } from './expand-words.ts'
import { numbering } from './numbering.ts'
import { type Place, type Ranked, rankNodes } from './rank-nodes.ts'
import { sortedWords } from './sorted-words.ts'
import { partsIn, termsIn } from './tokenize.ts'
import { type View, weighWords } from './weigh-words.ts'

/** A literal statement, or one with the type of a node. */
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
  /** Continues after this place, as the search that reached it saw the texts. */
  after?: { place: Place; view: View } | undefined
  limit: number
}

interface TextHit {
  node: string
  score: number
  /** The bare id of the node's best statement. */
  statement: string
}

interface TextResult {
  hits: TextHit[]
  view: View
  /** The indexed words that matched each query word. */
  words: string[][]
}

export interface TextIndex {
  /** `seq` is the number of the change. Known rows are ignored. */
  add(row: TextRow, seq: number): void
  remove(row: TextRow, seq: number): void
  /** Call when all changes up to this one are applied; searches then see them. */
  reach(seq: number): void
  /** Long searches yield to other work; rows added during a search are ignored, and removed ones may be, too. */
  find(query: TextQuery): Promise<TextResult>
  /** Number of statements, including removed ones until the index is rebuilt. */
  size(): number
  /** True if enough was removed that rebuilding is worthwhile. */
  isWorn(): boolean
  isFull(): boolean
}

/** Change numbers start at 1. */
const ALIVE = 0
/** Text beyond this length is not searched. */
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
  /** Columns by document. */
  const d = {
    id: [] as string[],
    node: [] as number[],
    predicate: [] as number[],
    language: [] as number[],
    length: [] as number[],
    isLabel: [] as boolean[],
    /** The changes that added and removed the document. */
    born: [] as number[],
    died: [] as number[],
  }
  /** Type documents by node, and the type of each. */
  const typesOf: (number[] | undefined)[] = []
  const typeIn = new Map<number, number>()
  const words: Vocabulary = { numbers: numbering(), live: [], labels: [], all: sortedWords(), ofLabels: sortedWords() }
  /** By word, in document order: document × 16 + frequency, capped at 15. */
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
      // The word stays in the vocabulary; the typo search skips it if no label has it.
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
      // Counting later changes would move nodes between pages that are read and pages still to come.
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

  /** Skips words that are no longer indexed. */
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

/**
 * Frequencies of the words, and the number of words. Single characters of unspaced scripts do not add to that number.
 */
function countWords(text: string): { counts: Map<string, number>; total: number } {
  const counts = new Map<string, number>()
  const searched = text.slice(0, LONGEST_TEXT)
  const terms = termsIn(searched)
  const parts = partsIn(searched).map(({ term }) => term)
  for (const term of parts.length > 0 ? terms.concat(parts) : terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { counts, total: terms.length }
}
