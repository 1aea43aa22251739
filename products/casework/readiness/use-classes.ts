// Which fix each use of a reference belongs to. Pure.
import type { Estate } from '../estate/estate.ts'
import { ACCESS_CLASSES, CLASS_OF_ACCESS } from './patterns.ts'
import { byObject } from './use-order.ts'

const TYPE = ACCESS_CLASSES.indexOf('type')
const remembered = new WeakMap<Estate['uses'], Uint8Array>()

/** By use: its class. Who reads, writes or calls a thing and also types by it mends both at once. */
export function classesOf({ uses, objects, references }: Pick<Estate, 'uses' | 'objects' | 'references'>): Uint8Array {
  const known = remembered.get(uses)
  if (known) return known
  const { start, order } = byObject(uses.from, objects.length)
  const found = Uint8Array.from(uses.access, (access) => CLASS_OF_ACCESS[access]!)
  // By reference: the object that was read last of those that do more than type by it, and what it does.
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
  remembered.set(uses, found)
  return found
}
