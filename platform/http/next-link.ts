// RFC 8288: where a list goes on, for clients that follow links whatever the body is.

/** Relative to the address that was asked, with all else that was asked for. */
export function nextLink(url: string, cursor: string): string {
  const words = new URLSearchParams(url.split('?')[1])
  words.delete('cursor')
  words.append('cursor', cursor)
  return `<?${words}>; rel="next"`
}

/** The cursor of the page behind this one; undefined where it is the last. */
export function nextOf(body: unknown): string | undefined {
  const { next } = (body ?? {}) as { next?: unknown }
  return typeof next === 'string' && next !== '' ? next : undefined
}
