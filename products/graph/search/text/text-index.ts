// The words of a scope in memory: which statements hold them, and which nodes these are about. Ranked by BM25.
import { inLanguage, isLabel, RDF_TYPE } from '../label-rules.ts'
import { expandWords, type Vocabulary } from './expand-words.ts'
import { numbering } from './numbering.ts'
import { openPace } from './pace.ts'
import { type Ranked, rankNodes } from './rank-nodes.ts'
import { sortedWords } from './sorted-words.ts'
import { termsIn } from './words.ts'

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
  /** Only what comes after this place. */
  after?: { score: number; node: string } | undefined
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
  /** Words of the texts that stand for the words of the query, for each of these. */
  words: string[][]
}

export interface TextIndex {
  /** What is known already is passed over. */
  add(row: TextRow): void
  remove(row: TextRow): void
  /** Long searches take turns with others; what is added meanwhile is not seen, what is removed may be. */
  find(query: TextQuery): Promise<TextResult>
  /** Statements held, removed ones included until the index is built anew. */
  size(): number
  /** So much was removed that building anew is worth it. */
  isWorn(): boolean
  isFull(): boolean
}

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
    alive: [] as boolean[],
  }
  /** Documents that say what a node is: by node, and what they say. */
  const typesOf: (number[] | undefined)[] = []
  const typeIn = new Map<number, number>()
  const words: Vocabulary = { numbers: numbering(), live: [], labels: [], all: sortedWords(), ofLabels: sortedWords() }
  /** By word, in the order of documents: document × 16 + how often, 15 at most. */
  const postings: number[][] = []
  let removed = 0
  let texts = 0
  let length = 0

  function addDocument(row: TextRow): number {
    const at = d.id.length
    d.id.push(row.id)
    d.node.push(nodes.of(row.subject))
    d.predicate.push(predicates.of(row.predicate))
    d.language.push(languages.of(row.language?.toLowerCase() ?? ''))
    d.length.push(0)
    d.isLabel.push(isLabel(row.predicate))
    d.alive.push(true)
    documents.set(row.id, at)
    return at
  }

  function addWords(document: number, { object, predicate }: TextRow): void {
    const counts = countWords(object)
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
      d.length[document]! += count
    }
    texts++
    length += d.length[document]!
  }

  function forgetWords(document: number, { object, predicate }: TextRow): void {
    for (const term of countWords(object).keys()) {
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
    add(row) {
      if (documents.has(row.id) || d.id.length >= MOST_STATEMENTS) return
      if (isType(row)) {
        const document = addDocument(row)
        const node = d.node[document]!
        typesOf[node] = [...(typesOf[node] ?? []), document]
        typeIn.set(document, types.of(row.object))
      } else if (isText(row)) addWords(addDocument(row), row)
    },
    remove(row) {
      const document = documents.get(row.id)
      if (document === undefined) return
      documents.delete(row.id)
      d.alive[document] = false
      removed++
      if (isText(row)) forgetWords(document, row)
    },
    async find({ q, type, predicate, lang, after, limit }) {
      const pace = openPace()
      const wanted = await expandWords(words, q, pace)
      const wantedPredicate = predicate === undefined ? undefined : (predicates.find(predicate) ?? -1)
      const wantedType = type === undefined ? undefined : (types.find(type) ?? -1)
      const fits = lang === undefined ? undefined : languages.names.map((tag) => tag !== '' && inLanguage(tag, lang))
      const isWanted = (document: number): boolean =>
        d.alive[document]! &&
        (wantedPredicate === undefined || d.predicate[document] === wantedPredicate) &&
        (fits === undefined || fits[d.language[document]!]!) &&
        (wantedType === undefined || isA(d.node[document]!, wantedType))
      const ranked = await rankNodes(wanted, {
        pace,
        postings,
        live: words.live,
        documents: d,
        nodes: nodes.names,
        texts,
        meanLength: length / Math.max(1, texts),
        isWanted,
        after,
        limit,
      })
      return { hits: ranked.map(toHit), words: wanted.map((one) => one.map(({ term }) => term)) }
    },
    size: () => d.id.length,
    isWorn: () => removed > 1_000 && removed > d.id.length / 4,
    isFull: () => d.id.length >= MOST_STATEMENTS,
  }

  function isA(node: number, type: number): boolean {
    return typesOf[node]?.some((document) => d.alive[document] && typeIn.get(document) === type) ?? false
  }

  function toHit({ node, score, document }: Ranked): TextHit {
    return { node: nodes.names[node]!, score, statement: d.id[document]! }
  }
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of termsIn(text.slice(0, LONGEST_TEXT))) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
