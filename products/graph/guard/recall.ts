// Caches parsed texts: programs repeat the same few queries, and parsing one costs about as much as answering it.

export type ReadText<T> = (text: string, base?: string) => T

const MOST_TEXTS = 200
const LONGEST_TEXT = 4_000

/** Caches `read` for recent texts. Callers must not change the result. */
export function recalling<T extends object>(read: ReadText<T>): ReadText<T> {
  /** In order of last use. */
  const known = new Map<string, T>()
  return (text, base) => {
    if (text.length > LONGEST_TEXT) return read(text, base)
    // A unique key: no IRI contains a line break, and no valid text starts with a bare IRI.
    const key = base === undefined ? text : `${base}\n${text}`
    const found = known.get(key) ?? read(text, base)
    known.delete(key)
    known.set(key, found)
    if (known.size > MOST_TEXTS) known.delete(known.keys().next().value!)
    return found
  }
}
