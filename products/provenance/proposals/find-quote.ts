// Finds a quote of a model in a document. It must match exactly, except for whitespace.
import type { Range } from '../extract/clauses/sentences.ts'

export const LONGEST_QUOTE = 400
const SHORTEST_QUOTE = 12

/** The range in the document, or undefined if the quote is not there. */
export function findQuote(text: string, quote: string): Range | undefined {
  const words = quote.split(/\s+/).filter(Boolean)
  const plain = words.join(' ')
  if (plain.length < SHORTEST_QUOTE || plain.length > LONGEST_QUOTE) return undefined
  const match = new RegExp(words.map(RegExp.escape).join('\\s+'), 'u').exec(text)
  if (!match || match[0].length > LONGEST_QUOTE) return undefined
  const range = { start: match.index, end: match.index + match[0].length }
  return startsInWord(text, range.start) || startsInWord(text, range.end) ? undefined : range
}

/** Half a word may mean the opposite, like "certified" in "uncertified". Scripts without spaces are not checked. */
const startsInWord = (text: string, at: number): boolean =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(text[at - 1] ?? '') &&
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(text[at] ?? '')
