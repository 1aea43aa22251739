// The path of a document within its source, for display.

/** For a file in a repository, its path there; otherwise the path of the address. */
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
