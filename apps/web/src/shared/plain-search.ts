/**
 * Search parameters as plain text. By default the router puts quotes around numbers, which old and hand-written URLs do not
 * have.
 */
export const plainSearch = {
  parseSearch: (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (params: Record<string, unknown>): string => {
    const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return query ? `?${query}` : ''
  },
}
