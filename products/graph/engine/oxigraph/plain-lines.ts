// Decides which lines can be given to Oxigraph as text because it stores and prints them unchanged.
import { mayBePrintedOtherwise, TYPED } from './kept-spellings.ts'

/**
 * Oxigraph renames blank nodes in text, so lines with a blank node are passed as terms, which keep their labels. So are
 * lines with numeric escapes, which SPARQL decodes at a different stage than N-Quads.
 */
export const isAwkward = (line: string): boolean => AWKWARD.test(line)
const AWKWARD = /^_:| _:|\\u/i

/** Whether all lines of a text are plain. */
export function arePlain(text: string): boolean {
  if (ANY_AWKWARD.test(text)) return false
  for (let typed = text.indexOf(TYPED); typed >= 0; typed = text.indexOf(TYPED, typed + 1))
    if (!isKeptAt(text, typed)) return false
  return true
}
const ANY_AWKWARD = new RegExp(AWKWARD, 'im')

/** Neither awkward nor with a value that may be printed differently. */
export function isPlain(line: string): boolean {
  if (isAwkward(line)) return false
  const typed = line.lastIndexOf(TYPED)
  return typed < 0 || isKeptAt(line, typed)
}

/** Whether the literal whose type starts at `typed` is certainly printed as written. */
function isKeptAt(text: string, typed: number): boolean {
  const end = text.indexOf('>', typed + TYPED.length)
  // The opening quote. If the literal contains an escaped quote, that one is found instead, and the result is false.
  const start = text.lastIndexOf('"', typed - 1)
  return start >= 0 && text[start - 1] === ' ' && !mayBePrintedOtherwise(text.slice(start, end + 1))
}
