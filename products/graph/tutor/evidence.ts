// Gathers statements that are relevant to a question: finds nodes by words and by meaning, and reads the statements
// about them.
import type { Graph } from '../deps.ts'
import { EmbedderError } from '../embedder/embedder.ts'
import { findByMeaning } from '../search/find-by-meaning.ts'
import { bestLabel } from '../search/label-rules.ts'
import { listFacts, type Within } from '../search/store.ts'
import { termsIn } from '../search/text/tokenize.ts'
import { isForm, type Question } from './question.ts'
import { type NameOf, nameFromIri, phraseOf, sentence, type Triple } from './sentences.ts'
import { type AboutRow, listAbout } from './store.ts'

export interface Fact extends Triple {
  /** The bare id. */
  id: string
  context: string
  text: string
  confidence: number
  source: string | undefined
}

export interface RankedFact extends Fact {
  score: number
  /** Words of the question that occur in the fact. */
  matched: string[]
}

export interface Evidence {
  facts: RankedFact[]
  /** All facts that were read, for related nodes and follow-up questions. */
  all: Fact[]
  /** The found nodes, best first. */
  nodes: string[]
  nameOf: NameOf
  /** If the nodes were found by meaning alone: the score of the nearest one. */
  nearness: number | undefined
}

const NODES = 8
/** Nearest labels to consider; some nodes may have lost their label since. */
const NEIGHBOURS = 200
const STATEMENTS = { out: 60, into: 30 }
/** Labels with a lower score are hardly relevant. */
const NEAR = 0.5

export async function gatherEvidence(
  deps: Pick<Graph, 'db' | 'search' | 'jobs' | 'clock' | 'log'>,
  within: Within,
  text: string,
  question: Question,
): Promise<Evidence> {
  const index = await deps.search.texts.at(within)
  const q = `${question.words.join(' ')} `
  const { hits, words } = question.words.length > 0 ? await index.find({ q, limit: NODES }) : { hits: [], words: [] }
  const near = (await nearNodes(deps, within, text)).filter(({ score }) => score >= NEAR).slice(0, NODES)
  const nodes = [...new Set([...hits, ...near].map(({ node }) => node))].slice(0, NODES)
  const all = await readFacts(deps.db, within, nodes, STATEMENTS)
  const forms = new Map(question.words.map((word, i) => [word, [word, ...(words[i] ?? [])]]))
  const facts = rankFacts(all.facts, question, forms, all.nameOf)
  const isMeant = (words: string): boolean => deps.search.embedder.knows?.(words) ?? true
  const nearest = near.find(({ node }) => isMeant(all.nameOf(node)))
  if (facts.length > 0 || !nearest || question.names.length > 0 || !isMeant(question.words.join(' ')))
    return { ...all, all: all.facts, facts, nodes, nearness: undefined }
  const about = all.facts.filter(({ subject }) => subject === nearest.node)
  const matching = about.map((fact) => ({ ...fact, score: 1, matched: [] }))
  return { ...all, all: all.facts, facts: matching, nodes, nearness: nearest.score }
}

/** If the embedder is down, only nodes found by words are used. */
const nearNodes = (deps: Parameters<typeof gatherEvidence>[0], within: Within, q: string) =>
  findByMeaning(deps, within, { q: q.slice(0, 500) }, NEIGHBOURS).then(
    ({ hits }) => hits,
    (error) => {
      if (!(error instanceof EmbedderError)) throw error
      deps.log.warn({ err: error }, 'the embedder did not answer')
      return []
    },
  )

/** The statements about some nodes as sentences, and the names of the nodes in them. */
export async function readFacts(
  db: Graph['db'],
  within: Within,
  nodes: readonly string[],
  most: { out: number; into: number },
): Promise<{ facts: Fact[]; nameOf: NameOf }> {
  const rows = await listAbout(db, within, nodes, most)
  const mentioned = rows.flatMap(({ subject, predicate, object, object_type }) => [
    subject,
    predicate,
    ...(object_type === 'literal' ? [] : [object]),
  ])
  const labels = Map.groupBy(
    await listFacts(db, within, [...new Set([...nodes, ...mentioned])], 'types'),
    ({ subject }) => subject,
  )
  const nameOf: NameOf = (node) => bestLabel(labels.get(node) ?? [])?.object.trim() || nameFromIri(node)
  return { facts: rows.map((row) => toFact(row, nameOf)), nameOf }
}

function toFact({ object_type, metadata, ...row }: AboutRow, nameOf: NameOf): Fact {
  const triple = { ...row, isText: object_type === 'literal' }
  const { confidence, source } = metadata
  return {
    ...triple,
    text: sentence([triple], nameOf),
    confidence: typeof confidence === 'number' ? confidence : 1,
    source: typeof source === 'string' && source !== '' ? source : undefined,
  }
}

/** Ranks by the number of matching question words; matches in the predicate count more. At least half must match. */
function rankFacts(
  facts: readonly Fact[],
  { words, names }: Question,
  forms: ReadonlyMap<string, readonly string[]>,
  nameOf: NameOf,
): RankedFact[] {
  const isHeldBy = (held: readonly string[]) => (word: string) =>
    forms.get(word)!.some((form) => held.some((one) => isForm(form, one)))
  const ranked = facts.map((fact) => {
    const matched = words.filter(isHeldBy(termsIn(fact.text)))
    const inPredicate = words.filter(isHeldBy(termsIn(phraseOf(fact.predicate, nameOf))))
    return { ...fact, matched, score: (matched.length + 0.5 * inPredicate.length) * (0.5 + fact.confidence / 2) }
  })
  return ranked
    .filter(({ matched }) => matched.length > 0 && matched.length * 2 >= words.length)
    .filter(({ matched }) => names.length === 0 || names.some((name) => matched.includes(name)))
    .toSorted((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))
}
