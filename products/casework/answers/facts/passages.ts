// Passages of documents that answer, as they stand: sentences of the quote that each citation shows.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { citePassage } from '../../documents/cite.ts'
import { searchPassages } from '../../documents/search-passages.ts'
import { guidanceFor } from '../../guidance/guidance-for.ts'
import { namesIt, type Sentence } from '../check.ts'
import { sentencesIn } from '../words.ts'
import { type Asking, type Material, step } from './asking.ts'

/** Of the words of the question, by how much they say. */
const LEAST_COVERED = 0.6
/** The same for what a pack says itself, where a name or half of the words have to fit. */
const LEAST_SCORE = 0.45
const MOST_SEARCHED = 8
const MOST_QUOTED = 3
const SENTENCES_EACH = 3

/** Documents that name the thing, beside what the lists say about it. */
export async function quotedPassages(asking: Asking, names: readonly string[]): Promise<Material> {
  const { deps, scope, active } = asking
  const passages = await searchPassages(deps, scope, {
    q: names.join(' '),
    packId: active.pack.ref.id,
    limit: MOST_SEARCHED,
  })
  const citations = passages.map((passage) => citePassage(1, passage))
  const naming = citations.filter(({ quote }) => names.some((name) => namesIt(quote, name)))
  return quoteAll(asking, naming.slice(0, 1), names)
}

/** What guidance and documents say to the question. Each of `needed` has to stand in what is quoted. */
export async function readTexts(asking: Asking, q: string, needed: readonly string[]): Promise<Material> {
  const { deps, scope, active } = asking
  const guidance = await guidanceFor(deps, scope, active, { q: q.slice(0, 400), limit: MOST_SEARCHED })
  const own = guidance
    .filter(({ origin, score }) => origin !== 'corpus' && score >= LEAST_SCORE)
    .flatMap(({ citations }) => citations.filter(({ document_id }) => document_id).slice(0, 1))
  const passages = await searchPassages(deps, scope, { q, packId: active.pack.ref.id, limit: MOST_SEARCHED })
  const found = passages
    .filter(({ coverage }) => coverage >= LEAST_COVERED)
    .map((passage) => citePassage(1, passage, Math.round(passage.coverage * 100) / 100))
  const fitting = distinct([...own, ...found]).filter(({ title, quote }) =>
    needed.every((name) => namesIt(`${title} ${quote}`, name)),
  )
  return quoteAll(asking, fitting.slice(0, MOST_QUOTED), needed)
}

/** One quote of each document. */
const distinct = (citations: readonly Citation[]): Citation[] =>
  [
    ...new Map(citations.toReversed().map((citation) => [citation.document_id ?? citation.title, citation])).values(),
  ].toReversed()

function quoteAll({ sources }: Asking, citations: readonly Citation[], names: readonly string[]): Material {
  const sentences = citations.flatMap((citation) => {
    const n = sources.add(citation)
    return quoted(citation.quote, names).map((text): Sentence => ({ text, cites: [n] }))
  })
  return { sentences, steps: [step('search', 'Searched guidance and documents', citations.length)] }
}

/** From the sentence that names one of them on; from the beginning where none does. */
function quoted(quote: string, names: readonly string[]): string[] {
  const sentences = sentencesIn(quote.replace(/[*_`#>|]{1,3}(?=\s|\S)/g, (mark) => (/[_]/.test(mark) ? mark : ''))).map(
    ({ text }) => text,
  )
  const whole = sentences.filter((text) => /[.!?:]$/.test(text))
  const usable = whole.length > 0 ? whole : sentences
  const first = usable.findIndex((text) => names.some((name) => namesIt(text, name)))
  return usable.slice(Math.max(0, first), Math.max(0, first) + SENTENCES_EACH)
}
