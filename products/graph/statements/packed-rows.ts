// Many statements as bytes, and how to read them there. Pure: threads do this work too.
import { textArray } from '@veritrace/platform/db/text-array'
import { ID_LENGTH } from '@veritrace/platform/rdf/statement-id'
import type { PackedColumn } from './tables.ts'

export interface PackedRows {
  /** Canonical lines with their line ends, in the order of arrival; what was said twice may stand there twice. */
  lines: Uint8Array
  /** Of each statement the columns from id to language, each after its length, as COPY takes them in binary. */
  rows: Uint8Array
  /** In the order of their ids: where the row of each statement begins and ends, and where its line does. */
  places: Uint32Array
  /** How often each was said, where any was said more than once. */
  assertions?: Uint32Array
  /** How many there are in each context. */
  contexts: [string, number][]
}

/** Numbers in `places` for each statement. */
export const PLACE = 4
/** The length of a column that is null. */
export const NO_COLUMN = -1

/**
 * Gives the memory back at once: megabytes that come and go would otherwise make the garbage collector look through all else
 * again and again, because it counts them. Nobody may read them any more.
 */
export function release({ lines, rows, places }: PackedRows): void {
  for (const { buffer } of [lines, rows, places])
    if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

export const countOf = ({ places }: PackedRows): number => places.length / PLACE

export const idOf = ({ rows, places }: PackedRows, index: number): string => idAt(rows, places[index * PLACE]!)

export const idAt = (rows: Uint8Array, row: number): string => textOf(rows, row + 4, row + 4 + ID_LENGTH)

/** The context follows the id. */
export const contextAt = (rows: Uint8Array, row: number): string => {
  const at = row + 4 + ID_LENGTH
  return textOf(rows, at + 4, at + 4 + lengthAt(rows, at))
}

/** Canonical, without line ends, in the order of ids; but those with one of these ids. */
export function linesOf(packed: PackedRows, but: ReadonlySet<string> = NONE): string[] {
  const { lines, places } = packed
  return indexesBut(packed, but).map((index) =>
    textOf(lines, places[index * PLACE + 2]!, places[index * PLACE + 3]! - 1),
  )
}
const NONE: ReadonlySet<string> = new Set()

/** Of all statements but those with one of these ids. */
export function indexesBut(packed: PackedRows, but: ReadonlySet<string>): number[] {
  const all = Array.from({ length: countOf(packed) }, (_, index) => index)
  return but.size === 0 ? all : all.filter((index) => !but.has(idOf(packed, index)))
}

/** The columns of some statements, each as an array in PostgreSQL's spelling. */
export function columnsAt({ rows, places }: PackedRows, some: readonly number[]): Record<PackedColumn, string> {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, [] as (string | null)[]]))
  for (const index of some) {
    let at = places[index * PLACE]!
    for (const name of COLUMNS) {
      const length = lengthAt(rows, at)
      columns[name]!.push(length === NO_COLUMN ? null : textOf(rows, at + 4, at + 4 + length))
      at += 4 + Math.max(0, length)
    }
  }
  return Object.fromEntries(COLUMNS.map((name) => [name, textArray(columns[name]!)])) as Record<PackedColumn, string>
}
/** In this order, here and in the table's COPY. */
export const COLUMNS = [
  'id',
  'context',
  'subject',
  'predicate',
  'object',
  'object_type',
  'datatype',
  'language',
] as const

const lengthAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!

/** After what they have written, all three. */
export function putLength(into: Uint8Array, at: number, length: number): number {
  into[at] = length >>> 24
  into[at + 1] = length >>> 16
  into[at + 2] = length >>> 8
  into[at + 3] = length
  return at + 4
}

/** To copy some bytes here is faster than to ask for it. */
export function putBytes(into: Uint8Array, at: number, bytes: Uint8Array, from: number, to: number): number {
  if (to - from > SHORT) {
    into.set(bytes.subarray(from, to), at)
    return at + to - from
  }
  let next = at
  for (let place = from; place < to; place++) into[next++] = bytes[place]!
  return next
}
const SHORT = 40

export function putText(into: Buffer, at: number, text: string | null): number {
  if (text === null) return putLength(into, at, NO_COLUMN)
  const length = into.write(text, at + 4)
  putLength(into, at, length)
  return at + 4 + length
}

/** Bytes that came from another thread are no Buffer any more. */
const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', from, to)
