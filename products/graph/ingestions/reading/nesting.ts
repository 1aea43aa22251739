// Limits how deeply a document may be nested. For each value, the parsers walk through everything around it: a small
// document that is very deep would occupy one of the few shared threads for an hour.
import { DocumentError } from './document-error.ts'

/** Levels of objects and lists. */
const DEEPEST_JSON = 128
/**
 * Levels of elements. Some programs nest the rest of a list in the element before it, so 900 members are already deep.
 */
export const DEEPEST_XML = 2_000

export const tooDeep = (levels: number): string => `The document is nested deeper than ${levels} levels.`

/** Checks the text of a JSON document piece by piece; `line` is the line number at the start of the piece. */
export function openJsonNesting(): (text: string, line: number) => void {
  let depth = 0
  let inString = false
  let isEscaped = false
  return (text, line) => {
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (isEscaped) isEscaped = false
      else if (inString) {
        if (c === BACKSLASH) isEscaped = true
        else if (c === QUOTE) inString = false
      } else if (c === QUOTE) inString = true
      else if (c === OPEN_LIST || c === OPEN_OBJECT) {
        if (++depth > DEEPEST_JSON)
          throw new DocumentError(line + text.slice(0, i).split('\n').length - 1, tooDeep(DEEPEST_JSON))
      } else if (c === CLOSE_LIST || c === CLOSE_OBJECT) depth--
    }
  }
}
const [QUOTE, BACKSLASH] = [34, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
