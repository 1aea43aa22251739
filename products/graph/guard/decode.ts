// Codepoint escapes are undone before anything else looks at the text (SPARQL 1.1 §19.2): source positions refer to the
// decoded text, and what was checked must be what runs.
import { invalidSparql } from './problems.ts'

const ESCAPE = /\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/g

/** The text that is checked, parsed and run. */
export function decodeEscapes(source: string): string {
  const text = source.replace(ESCAPE, (image: string, short?: string, long?: string, ...rest: unknown[]) =>
    decodeOne(source, image, Number.parseInt(short ?? long ?? '', 16), Number(rest[0])),
  )
  refuseUnreadable(text)
  // A backslash made by an escape would begin a second one, which some readers would undo again and others not.
  const again = text.search(ESCAPE)
  if (again >= 0) throw invalidSparql(text, 'An escape sequence makes another escape sequence.', { offset: again })
  return text
}

function decodeOne(source: string, image: string, codepoint: number, offset: number): string {
  if (codepoint > 0x10ffff || (codepoint >= 0xd800 && codepoint <= 0xdfff))
    throw invalidSparql(source, `${image} is not a Unicode character.`, { offset, token: image })
  return String.fromCodePoint(codepoint)
}

/** NUL ends texts early in some readers; half a surrogate pair changes when it is encoded. */
function refuseUnreadable(text: string): void {
  const nul = text.indexOf('\0')
  if (nul >= 0) throw invalidSparql(text, 'The text contains the character U+0000.', { offset: nul })
  if (text.isWellFormed()) return
  const offset = text.search(/\p{Surrogate}/u)
  throw invalidSparql(text, 'The text contains half of a surrogate pair.', { offset })
}
