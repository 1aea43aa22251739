// Text in XML 1.0, which cannot represent some characters (§2.2).
import { TooNarrow } from './too-narrow.ts'

const NAME_START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
/** An NCName (Namespaces in XML 1.0 §3), as part of a regular expression with the flag `u`. */
export const NCNAME = `[${NAME_START}][${NAME_START}.\\-0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
const UNSPEAKABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes line ends and tabs as numbers, because XML parsers normalize them otherwise. */
export function escapedXml(text: string): string {
  refuseUnspeakable(text)
  return text.replace(/[&<>"\r\n\t]/g, (char) => ENTITIES[char] ?? `&#${char.charCodeAt(0)};`)
}

export function refuseUnspeakable(text: string): void {
  const found = UNSPEAKABLE.exec(text)?.[0]
  if (found === undefined) return
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  throw new TooNarrow(`XML cannot represent the character U+${code}, which occurs in a text.`)
}
