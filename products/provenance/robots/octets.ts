// Normalizes paths and patterns into the two forms in which they are compared. Both work octet by octet.

const UNRESERVED = /[A-Za-z0-9._~-]/
/** Separators of an address keep their meaning, too (RFC 9309 §2.2.2, the table). */
const SEPARATORS = '/&=%'

/** `é` becomes `%C3%A9` and `%aa` becomes `%AA`, as in Google's parser. */
export const plainForm = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches everything outside ASCII
  text.replace(/%[0-9a-f]{2}|[^\x00-\x7f]/gi, (found) =>
    found.length === 3 ? found.toUpperCase() : escapeOf(found.charCodeAt(0)),
  )

/** Decodes escapes of unreserved characters. The length of a rule is counted in this form. */
export const withoutNeedlessEscapes = (plain: string): string =>
  plain.replace(/%[0-9A-F]{2}/g, (found) => {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16))
    return UNRESERVED.test(character) ? character : found
  })

/** A path with every reserved character escaped, except separators. */
export const strictPath = (plain: string): string => strict(withoutNeedlessEscapes(plain), SEPARATORS)

/** A pattern in the same form. `*` and a final `$` keep their meaning (RFC 9309 §2.2.3). */
export function strictPattern(plain: string): string {
  const measured = withoutNeedlessEscapes(plain)
  const anchored = measured.endsWith('$')
  return strict(anchored ? measured.slice(0, -1) : measured, `${SEPARATORS}*`) + (anchored ? '$' : '')
}

function strict(text: string, kept: string): string {
  const query = text.indexOf('?')
  if (query < 0) return escapeReserved(text, kept)
  // In the query a slash is data: `?next=https://…` and `?next=https%3A%2F%2F…` are equal.
  const afterwards = kept.replace('/', '')
  return `${escapeReserved(text.slice(0, query), kept)}?${escapeReserved(text.slice(query + 1), afterwards)}`
}

const escapeReserved = (text: string, kept: string): string =>
  text.replace(/[^A-Za-z0-9._~-]/g, (found) => (kept.includes(found) ? found : escapeOf(found.charCodeAt(0))))

const escapeOf = (octet: number): string => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
