// Programs ask the same few queries again and again, and reading one costs about as much as answering it.

export type ReadText<T> = (text: string, base?: string) => T

const MOST_TEXTS = 200
const LONGEST_TEXT = 4_000

/** The same as `read`, which is spared for texts that were read lately. Nobody may change what it gives. */
export function recalling<T extends object>(read: ReadText<T>): ReadText<T> {
  /** In the order of their last use. */
  const known = new Map<string, T>()
  return (text, base) => {
    if (text.length > LONGEST_TEXT) return read(text, base)
    // No IRI holds a line end, and no text that can be read begins with a bare one.
    const key = base === undefined ? text : `${base}\n${text}`
    const found = known.get(key) ?? read(text, base)
    known.delete(key)
    known.set(key, found)
    if (known.size > MOST_TEXTS) known.delete(known.keys().next().value!)
    return found
  }
}
