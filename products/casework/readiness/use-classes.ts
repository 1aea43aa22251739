// Assigns each use of a reference to the fix that resolves it. Pure.
import type { Estate } from '../estate/estate.ts'
import { ACCESS_CLASSES, CLASS_OF_ACCESS } from './patterns.ts'
import { byObject } from './use-order.ts'

const TYPE = ACCESS_CLASSES.indexOf('type')
const cache = new WeakMap<Estate['uses'], Uint8Array>()

/** The class of each use. If an object also reads, writes or calls what it types by, one fix covers both uses. */
export function classesOf({ uses, objects, references }: Pick<Estate, 'uses' | 'objects' | 'references'>): Uint8Array {
  const known = cache.get(uses)
  if (known) return known
  const { start, order } = byObject(uses.from, objects.length)
  const found = Uint8Array.from(uses.access, (access) => CLASS_OF_ACCESS[access]!)
  // By reference: the last object with a use other than typing, and the class of that use.
  const user = new Int32Array(references.length).fill(-1)
  const done = new Uint8Array(references.length)
  for (let object = 0; object < objects.length; object++) {
    let typed = false
    for (let row = start[object]!; row < start[object + 1]!; row++) {
      const use = order ? order[row]! : row
      const to = uses.to[use]!
      if (found[use] === TYPE) typed = true
      else if (user[to] !== object || found[use]! < done[to]!) {
        user[to] = object
        done[to] = found[use]!
      }
    }
    for (let row = start[object]!; typed && row < start[object + 1]!; row++) {
      const use = order ? order[row]! : row
      const to = uses.to[use]!
      if (found[use] === TYPE && user[to] === object) found[use] = done[to]!
    }
  }
  cache.set(uses, found)
  return found
}
