// Where a document stands below its source, as people write it.

/** Of a file in a repository, the path in it; else the path of the address. */
export function documentPath(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i, '').replace(/[?#].*$/, '')
  const below = path.match(/\/(?:blob|raw)\/[^/]+\/(.+)$/)?.[1] ?? path.replace(/^\/+/, '')
  return decoded(below) || uri
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
