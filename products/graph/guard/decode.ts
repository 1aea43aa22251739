// Decodes codepoint escapes before anything else reads the text (SPARQL 1.1 §19.2). Source positions refer to the
// decoded text, and the text that was checked is the text that runs.
import { invalidSparql } from './problems.ts'

const ESCAPE = /\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/g

/** The text to check, parse and run. */
export function decodeEscapes(source: string): string {
  const text = source.replace(ESCAPE, (image: string, short?: string, long?: string, ...rest: unknown[]) =>
    decodeOne(source, image, Number.parseInt(short ?? long ?? '', 16), Number(rest[0])),
  )
  refuseUnreadable(text)
  // A backslash from an escape could start a second escape, which some readers would decode and others not.
  const again = text.search(ESCAPE)
  if (again >= 0) throw invalidSparql(text, 'An escape sequence decodes to another escape sequence.', { offset: again })
  return text
}

function decodeOne(source: string, image: string, codepoint: number, offset: number): string {
  if (codepoint > 0x10ffff || (codepoint >= 0xd800 && codepoint <= 0xdfff))
    throw invalidSparql(source, `${image} is not a Unicode character.`, { offset, token: image })
  return String.fromCodePoint(codepoint)
}

/** Some readers stop at NUL, and half a surrogate pair changes when it is encoded. */
function refuseUnreadable(text: string): void {
  const nul = text.indexOf('\0')
  if (nul >= 0) throw invalidSparql(text, 'The text contains the character U+0000.', { offset: nul })
  if (text.isWellFormed()) return
  const offset = text.search(/\p{Surrogate}/u)
  throw invalidSparql(text, 'The text contains half of a surrogate pair.', { offset })
}
