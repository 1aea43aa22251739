/**
 * How an address says what a page shows: plain text on both sides. The router's own way would put quotes around numbers, which
 * old and hand-written addresses lack.
 */
export const plainSearch = {
  parseSearch: (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (words: Record<string, unknown>): string => {
    const given = Object.entries(words).filter(([, value]) => value !== undefined && value !== null && value !== '')
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return query ? `?${query}` : ''
  },
}
