// Which lines Oxigraph can be given as text: it keeps and prints them exactly so.
import { mayBePrintedOtherwise, TYPED } from './kept-spellings.ts'

/**
 * Text for Oxigraph renames blank nodes, so lines with one go as terms, which keep their labels. So do those with numeric
 * escapes, which SPARQL reads at another time than N-Quads does.
 */
export const isAwkward = (line: string): boolean => AWKWARD.test(line)
const AWKWARD = /^_:| _:|\\u/i

/** Neither awkward nor a value that may be printed otherwise. */
export function isPlain(line: string): boolean {
  if (isAwkward(line)) return false
  const typed = line.lastIndexOf(TYPED)
  if (typed < 0) return true
  const end = line.indexOf('>', typed + TYPED.length)
  // From the quote that opens the literal; a quote inside one is escaped, and then we do not look closer.
  const start = line.lastIndexOf('"', typed - 1)
  return start >= 0 && line[start - 1] === ' ' && !mayBePrintedOtherwise(line.slice(start, end + 1))
}
