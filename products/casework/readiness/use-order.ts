// Groups the uses of an estate by object. Pure.

export interface Rows {
  /** The uses of object `i` are at `start[i]` up to `start[i + 1]`. */
  start: Int32Array
  /** The use at each position; absent if the uses are already in object order. */
  order?: Int32Array
}

/** A stable counting sort, linear in the number of uses. */
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
