// Texts in XML 1.0, which has no way to say some characters (§2.2).
import { TooNarrow } from './too-narrow.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML does not have
const UNSPEAKABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Line ends and tabs as numbers, because a parser turns them into other ones. */
export function escapedXml(text: string): string {
  refuseUnspeakable(text)
  return text.replace(/[&<>"\r\n\t]/g, (char) => ENTITIES[char] ?? `&#${char.charCodeAt(0)};`)
}

export function refuseUnspeakable(text: string): void {
  const found = UNSPEAKABLE.exec(text)?.[0]
  if (found === undefined) return
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  throw new TooNarrow(`XML cannot spell the character U+${code}, which a text holds.`)
}
