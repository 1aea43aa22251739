// Cites a passage: the quote is an exact part of the document at the cited position.
import { createHash } from 'node:crypto'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { iso } from '@veritrace/platform/clock'
import { cutText } from '@veritrace/platform/text'
import type { Passage } from './search-passages.ts'

const MAX_QUOTE = 400

type Cited = 'document_id' | 'entry_id' | 'evidence_id' | 'title' | 'section' | 'text' | 'start'
export type Quotable = Pick<Passage, Cited | 'url' | 'license' | 'attribution' | 'as_of'>

/** The quote starts where the passage does, and ends with a sentence if one ends within the limit. */
export function citePassage(n: number, passage: Quotable, confidence = 1): Citation {
  const quote = quoteOf(passage.text)
  const { document_id, entry_id, evidence_id, start, section, url } = passage
  return {
    n,
    kind: evidence_id ? 'evidence' : 'document',
    title: section && section !== passage.title ? `${passage.title} › ${section}` : passage.title,
    document_id,
    ...(entry_id && { entry_id }),
    ...(evidence_id && { evidence_id }),
    locator: { ...placeOf(section), start, end: start + quote.length },
    quote,
    quote_hash: `sha256:${createHash('sha256').update(quote).digest('hex')}`,
    ...(url && { url }),
    license: licenseLine(passage),
    as_of: iso(passage.as_of),
    confidence,
  }
}

/** The license with its attribution, which CC BY requires wherever the text is shown. */
export const licenseLine = ({ license, attribution }: Pick<Passage, 'license' | 'attribution'>): string =>
  attribution ? `${license}, ${attribution}` : license

/** Sections of a PDF are named after their page. */
function placeOf(section: string): { type: 'page' | 'text'; value: string } {
  const page = section.match(/^Page (\d+)$/)?.[1]
  return page ? { type: 'page', value: page } : { type: 'text', value: section }
}

function quoteOf(text: string): string {
  if (text.length <= MAX_QUOTE) return text
  const window = cutText(text, MAX_QUOTE)
  const sentence = Math.max(...['. ', '.\n', '! ', '? '].map((mark) => window.lastIndexOf(mark))) + 1
  if (sentence > MAX_QUOTE / 3) return window.slice(0, sentence)
  const word = window.search(/\s\S*$/)
  return (word > 0 ? window.slice(0, word) : cutText(window, window.length - 1)).trimEnd()
}
