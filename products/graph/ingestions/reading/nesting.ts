// How deeply a document may be nested. The parsers look through all that is around a value for each of them: a small document
// that is very deep would keep a thread for an hour, and others share the few that there are.
import { DocumentError } from './document-error.ts'

/** Objects and lists. */
const DEEPEST_JSON = 128
/** Elements. Some programs write the rest of a list into its element before, so that 900 members are deep already. */
export const DEEPEST_XML = 2_000

export const tooDeep = (levels: number): string => `The document is nested deeper than ${levels} levels.`

/** Looks at the text of a JSON document, piece by piece; `line` is the one that the piece begins in. */
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
