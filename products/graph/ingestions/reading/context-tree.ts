// Where in a JSON-LD document which context holds. That of the parser takes `constructor` and other names that every object
// of JavaScript has for a part of the tree, and copies the way for each of its steps.
import { DocumentError } from './document-error.ts'

/** As the parser uses it: by the keys that lead to a place. */
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
    /** The nearest on the way there, and how far down that is. */
    getContext(keys) {
      // The objects that the parser makes cannot hold it: what it says would be left out, and nobody told.
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
