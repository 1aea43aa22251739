// Which lines Oxigraph can be given as text: it keeps and prints them exactly so.
import { mayBePrintedOtherwise, TYPED } from './kept-spellings.ts'

/**
 * Text for Oxigraph renames blank nodes, so lines with one go as terms, which keep their labels. So do those with numeric
 * escapes, which SPARQL reads at another time than N-Quads does.
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

/** Neither awkward nor a value that may be printed otherwise. */
export function isPlain(line: string): boolean {
  if (isAwkward(line)) return false
  const typed = line.lastIndexOf(TYPED)
  return typed < 0 || isKeptAt(line, typed)
}

/** Whether the literal whose type begins there is surely printed as it is written. */
function isKeptAt(text: string, typed: number): boolean {
  const end = text.indexOf('>', typed + TYPED.length)
  // From the quote that opens the literal; a quote inside one is escaped, and then we do not look closer.
  const start = text.lastIndexOf('"', typed - 1)
  return start >= 0 && text[start - 1] === ' ' && !mayBePrintedOtherwise(text.slice(start, end + 1))
}
