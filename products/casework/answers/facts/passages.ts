// Answers by quoting passages of documents: the sentences are exactly those of the citations.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { citePassage } from '../../documents/cite.ts'
import { searchPassages } from '../../documents/search-passages.ts'
import { termsOf } from '../../documents/terms/rules.ts'
import { guidanceFor } from '../../guidance/guidance-for.ts'
import { namesIt } from '../check.ts'
import { sentencesIn } from '../sentences.ts'
import { type Asking, type Material, step } from './asking.ts'

/** The minimum share of the question's terms in a passage, by weight. */
const LEAST_COVERED = 0.6
/** The minimum score of guidance: a matching name, or about half of the terms. */
const LEAST_SCORE = 0.45
/** The minimum score in relation to the best citation. */
const LEAST_OF_BEST = 0.6
const MAX_SEARCHED = 8
const MAX_GUIDANCE = 50
const MAX_QUOTED = 3
const SENTENCES_EACH = 3

/** Adds a sentence from a document that names the artifact. */
export async function quotedPassages(
  { deps, scope, active, sources }: Asking,
  names: readonly string[],
): Promise<Material> {
  const packId = active.pack.ref.id
  const passages = await searchPassages(deps, scope, { q: names.join(' '), packId, limit: MAX_SEARCHED })
  const naming = passages
    .map((passage) => citePassage(1, passage))
    .filter(({ quote }) => names.some((name) => namesIt(quote, name)))
    .slice(0, 1)
  const sentences = naming.flatMap((citation) => {
    const cites = [sources.add(citation)]
    const quotes = wholeSentences(citation.quote).filter((text) => names.some((name) => namesIt(text, name)))
    return quotes.slice(0, 1).map((text) => ({ text: `From “${citation.title}”: ${text}`, cites }))
  })
  return { sentences, steps: [step('search', 'Searched guidance and documents', naming.length)] }
}

/** Quotes guidance and documents that answer the question. Each quote must contain all names in `needed`. */
export async function readTexts(asking: Asking, q: string, needed: readonly string[]): Promise<Material> {
  const { deps, scope, active, sources } = asking
  const packId = active.pack.ref.id
  const { name } = asking.params
  const guidance = await guidanceFor(deps, scope, active, {
    q: q.slice(0, 400),
    limit: MAX_GUIDANCE,
    ...(name && { artifact: { type: '', name } }),
  })
  const own = guidance
    .filter(({ origin, score }) => origin !== 'corpus' && score >= LEAST_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_SEARCHED)
    .flatMap(({ citations }) => citations.filter(({ document_id }) => document_id).slice(0, 1))
  const written = active.pack.guidance.find(({ match }) => match.names?.some((one) => isSame(one, name)))
  const dedicated = guidance.find(({ id }) => id === written?.id)?.citations[0]
  const passages = await searchPassages(deps, scope, { q, packId, limit: MAX_SEARCHED })
  const found = passages
    .filter(({ coverage }) => coverage >= LEAST_COVERED)
    .map((passage) => citePassage(1, passage, Math.round(passage.coverage * 100) / 100))
  const fitting = bestFirst([...own, ...found], q, dedicated)
    .filter(({ title, quote }) => needed.every((name) => namesIt(`${title} ${quote}`, name)))
    .slice(0, MAX_QUOTED)
  const sentences = fitting.flatMap((citation) => {
    const cites = [sources.add(citation)]
    return wholeSentences(citation.quote)
      .slice(0, SENTENCES_EACH)
      .map((text) => ({ text, cites }))
  })
  return { sentences, steps: [step('search', 'Searched guidance and documents', fitting.length)] }
}

const isSame = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase()

/**
 * Guidance written for exactly this term comes first, together with texts whose title contains the whole question.
 * Otherwise, citations are sorted by how many terms their title and quote contain, at most one per document.
 */
function bestFirst(citations: readonly Citation[], q: string, dedicated: Citation | undefined): Citation[] {
  const asked = termsOf(q)
  const scored = citations
    .map((citation) => {
      const terms = new Set(termsOf(citation.quote))
      const heading = new Set(termsOf(citation.title))
      const share = asked.filter((term) => terms.has(term) || heading.has(term)).length
      const inHeading = asked.filter((term) => heading.has(term)).length / 2
      const isNamed = citation === dedicated || (asked.length > 1 && inHeading === asked.length / 2)
      return { citation, isNamed, score: share + inHeading + (citation === dedicated ? asked.length : 0) }
    })
    .filter(({ isNamed }) => isNamed || !dedicated)
    .toSorted((a, b) => b.score - a.score)
  const least = (scored[0]?.score ?? 0) * LEAST_OF_BEST
  const byDocument = new Map<string, Citation>()
  for (const { citation, score } of scored) {
    const key = citation.document_id ?? citation.title
    if (score > 0 && score >= least && !byDocument.has(key)) byDocument.set(key, citation)
  }
  return [...byDocument.values()]
}

/** Removes Markdown syntax and an incomplete last sentence. */
function wholeSentences(quote: string): string[] {
  const sentences = sentencesIn(quote.replace(/\*+|`+|^#+ |^> ?|^[-+] /gm, '')).map(({ text }) => text)
  const whole = sentences.filter((text) => /[.!?:]$/.test(text))
  return whole.length > 0 ? whole : sentences
}
