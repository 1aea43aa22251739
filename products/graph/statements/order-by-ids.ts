// Sorts rows by id, so that consecutive inserts touch neighboring pages of the database indexes.
import { idAt, PLACE } from './packed-rows.ts'

interface Ordered {
  places: Uint32Array
  assertions?: Uint32Array
  /** Offsets of the rows that repeat another statement. */
  repeated: number[]
}

/** `places` as in PackedRows, but in order of arrival. */
export function orderByIds(rows: Uint8Array, places: readonly number[]): Ordered {
  const count = places.length / PLACE
  const keys = Float64Array.from(
    { length: count },
    (_, index) => prefixOf(rows, places[index * PLACE]!) * SHIFT + index,
  )
  // Sorting numbers is many times faster than sorting ids.
  keys.sort()
  const order: number[] = []
  const times: number[] = []
  const repeated: number[] = []
  const take = (alike: readonly number[]): void => {
    order.push(alike[0]!)
    times.push(alike.length)
    for (const again of alike.slice(1)) repeated.push(places[again * PLACE]!)
  }
  for (let from = 0, to = 0; from < count; from = to) {
    const prefix = Math.floor(keys[from]! / SHIFT)
    for (to = from + 1; to < count && Math.floor(keys[to]! / SHIFT) === prefix; ) to++
    if (to - from === 1) {
      order.push(keys[from]! % SHIFT)
      times.push(1)
    } else for (const alike of byWholeIds(rows, places, keys.subarray(from, to))) take(alike)
  }
  const sorted = new Uint32Array(order.length * PLACE)
  for (const [at, index] of order.entries())
    for (let part = 0; part < PLACE; part++) sorted[at * PLACE + part] = places[index * PLACE + part]!
  return { places: sorted, ...(repeated.length > 0 && { assertions: Uint32Array.from(times) }), repeated }
}

/** Must exceed the number of statements in one chunk. */
const SHIFT = 2 ** 23

/** The first six characters of an id as a number, in byte order: digits come first. */
function prefixOf(rows: Uint8Array, row: number): number {
  let prefix = 0
  for (let at = row + 4; at < row + 10; at++) prefix = prefix * 32 + (rows[at]! < 97 ? rows[at]! - 50 : rows[at]! - 91)
  return prefix
}

/** Groups statements whose ids share a prefix by their whole id, in the order of ids. */
function byWholeIds(rows: Uint8Array, places: readonly number[], keys: Float64Array): number[][] {
  const byId = Map.groupBy(
    Array.from(keys, (key) => key % SHIFT),
    (index) => idAt(rows, places[index * PLACE]!),
  )
  return [...byId].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, alike]) => alike)
}
