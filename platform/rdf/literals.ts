// Escapes the text of a literal for canonical N-Quads.

const ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const SPECIAL = /[\x00-\x1f"\\\x7f]/g

export const escaped = (text: string): string =>
  text.replace(
    SPECIAL,
    (char) => ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
