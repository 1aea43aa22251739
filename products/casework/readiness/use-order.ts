// The uses of an estate by the object they belong to. Pure.

export interface Rows {
  /** The uses of object `i` stand at `start[i]` up to `start[i + 1]`. */
  start: Int32Array
  /** Which use stands there; left out where the uses came in the objects' order. */
  order?: Int32Array
}

/** A counting sort: it keeps the order of an object's own uses and takes time by their number only. */
export function byObject(from: Int32Array, objects: number): Rows {
  const start = new Int32Array(objects + 1)
  let isInOrder = true
  for (let use = 0; use < from.length; use++) {
    start[from[use]! + 1]!++
    if (use > 0 && from[use]! < from[use - 1]!) isInOrder = false
  }
  for (let at = 0; at < objects; at++) start[at + 1]! += start[at]!
  if (isInOrder) return { start }
  const next = start.slice()
  const order = new Int32Array(from.length)
  for (let use = 0; use < from.length; use++) order[next[from[use]!]!++] = use
  return { start, order }
}
