// Scores predictions against a gold file, document by document, by the rules that came with the second set.
import { decodeHTML } from './entities.ts'
import type { Gold, Predictions } from './gold.ts'
import { scoreCertifications } from './score-certifications.ts'
import { scoreControls, scoreResidency } from './score-controls.ts'
import { scoreSubprocessors } from './score-subprocessors.ts'
import { scoreTerms } from './score-terms.ts'
import { countShare, newTally, type Tally } from './tally.ts'
import { normal } from './vocabulary.ts'

export interface Scored extends Tally {
  id: string
  lang: string
  use: 'tune' | 'check'
}

/** `pageOf` returns the HTML of a document, or undefined if it cannot be read. */
export function score(gold: Gold, predictions: Predictions, pageOf: (html: string) => string | undefined): Scored[] {
  return Object.entries(gold.documents).map(([id, document]) => {
    const tally = newTally()
    const claims = predictions[id] ?? []
    const page = pageOf(document.html)
    const snippets = claims.map(({ snippet }) => snippet)
    if (page !== undefined) scoreSnippets(tally, page, snippets)
    scoreCertifications(tally, document, claims, gold.meta.relation_expected)
    scoreSubprocessors(tally, document, claims)
    scoreResidency(tally, document, claims)
    scoreControls(tally, document, claims)
    scoreTerms(tally, document, claims)
    return { id, lang: document.lang, use: document.use, ...tally }
  })
}

function scoreSnippets(tally: Tally, html: string, snippets: readonly string[]): void {
  const bare = html.replace(/<!--.*?-->|<(script|style|noscript)\b.*?<\/\1>/gs, ' ')
  const spaced = normal(decodeHTML(bare.replace(/<[^>]+>/g, ' ')))
  const tight = normal(decodeHTML(bare.replace(/<[^>]+>/g, '')))
  for (const snippet of snippets) {
    const quote = normal(snippet)
    if (quote === '') continue
    const isVerbatim = spaced.includes(quote) || tight.includes(quote)
    countShare(tally, 'snippet_verbatim', isVerbatim)
    if (!isVerbatim) tally.errors.push(['snippet', snippet, ''])
  }
}
