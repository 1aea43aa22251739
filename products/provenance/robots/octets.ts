// Paths and patterns in the two forms in which they are compared. Both are read octet by octet.

const UNRESERVED = /[A-Za-z0-9._~-]/
/** Beside the unreserved: what separates the parts of an address stands for itself (RFC 9309 §2.2.2, the table). */
const SEPARATORS = '/&=%'

/** `é` to `%C3%A9`, `%aa` to `%AA`: what Google's parser does to a pattern. */
export const plainForm = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant.
  text.replace(/%[0-9a-f]{2}|[^\x00-\x7f]/gi, (found) =>
    found.length === 3 ? found.toUpperCase() : escapeOf(found.charCodeAt(0)),
  )

/** Escapes of unreserved characters undone: the octets that a rule is measured by. */
export const withoutNeedlessEscapes = (plain: string): string =>
  plain.replace(/%[0-9A-F]{2}/g, (found) => {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    return UNRESERVED.test(character) ? character : found
  })

/** A path: every reserved character escaped, but those that separate its parts. */
export const strictPath = (plain: string): string => strict(withoutNeedlessEscapes(plain), SEPARATORS)

/** A pattern: the same, but `*` and a final `$` keep their meaning (RFC 9309 §2.2.3). */
export function strictPattern(plain: string): string {
  const measured = withoutNeedlessEscapes(plain)
  const anchored = measured.endsWith('$')
  return strict(anchored ? measured.slice(0, -1) : measured, `${SEPARATORS}*`) + (anchored ? '$' : '')
}

function strict(text: string, kept: string): string {
  const query = text.indexOf('?')
  if (query < 0) return escapeReserved(text, kept)
  // In the query a slash is data: `?next=https://…` and `?next=https%3A%2F%2F…` are one.
  const afterwards = kept.replace('/', '')
  return `${escapeReserved(text.slice(0, query), kept)}?${escapeReserved(text.slice(query + 1), afterwards)}`
}

const escapeReserved = (text: string, kept: string): string =>
  text.replace(/[^A-Za-z0-9._~-]/g, (found) => (kept.includes(found) ? found : escapeOf(found.charCodeAt(0))))

const escapeOf = (octet: number): string => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
