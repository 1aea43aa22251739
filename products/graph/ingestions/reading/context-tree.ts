// Tracks which context applies where in a JSON-LD document. Replaces the parser's own tree, which confuses keys such as
// `constructor` with built-in properties of JavaScript objects, and copies the path at each of its steps.
import { DocumentError } from './document-error.ts'

/** The interface that the parser uses; a place is addressed by the keys that lead to it. */
export interface ContextTree<Context> {
  getContext(keys: readonly Key[]): Promise<{ context: Context; depth: number }> | null
  setContext(keys: readonly Key[], context: Promise<Context> | null): void
  removeContext(keys: readonly Key[]): void
}
type Key = string | number

interface Place<Context> {
  context: Promise<Context> | null
  below: Map<string, Place<Context>>
}

export function openContextTree<Context>(): ContextTree<Context> {
  const newPlace = (): Place<Context> => ({ context: null, below: new Map() })
  const root = newPlace()

  function setContext(keys: readonly Key[], context: Promise<Context> | null): void {
    let place = root
    for (const key of keys.map(String)) {
      const next = place.below.get(key) ?? newPlace()
      place.below.set(key, next)
      place = next
    }
    place.context = context
  }

  return {
    setContext,
    removeContext: (keys) => setContext(keys, null),
    /** The nearest context on the path, and its depth. */
    getContext(keys) {
      // The parser's objects cannot store this key: its value would silently be lost.
      if (keys.includes('__proto__')) throw new DocumentError(null, 'A key cannot be “__proto__”.')
      let place: Place<Context> | undefined = root
      let nearest: { context: Promise<Context>; depth: number } | undefined
      for (let depth = 0; place; depth++) {
        if (place.context) nearest = { context: place.context, depth }
        place = depth < keys.length ? place.below.get(String(keys[depth])) : undefined
      }
      if (!nearest) return null
      const { context, depth } = nearest
      return context.then((found) => ({ context: found, depth }))
    },
  }
}
