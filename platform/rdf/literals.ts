// The text of a literal as canonical N-Quads has it.

const ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to escape
const SPECIAL = /[\x00-\x1f"\\\x7f]/g

export const escaped = (text: string): string =>
  text.replace(
    SPECIAL,
    (char) => ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
