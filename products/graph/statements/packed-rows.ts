// Many statements as bytes, and functions to read them. Pure, because threads use them too.
import { textArray } from '@veritrace/platform/db/text-array'
import { ID_LENGTH } from '@veritrace/platform/rdf/statement-id'
import type { PackedColumn } from './tables.ts'

export interface PackedRows {
  /** Canonical lines with line ends, in order of arrival; repeated statements may appear twice. */
  lines: Uint8Array
  /** The columns of each statement from id to language, each preceded by its length, as in binary COPY. */
  rows: Uint8Array
  /** For each statement in the order of ids: start and end of its row, start and end of its line. */
  places: Uint32Array
  /** How often each statement was asserted; absent if all were asserted once. */
  assertions?: Uint32Array
  /** Number of statements in each context. */
  contexts: [string, number][]
}

/** Numbers in `places` for each statement. */
export const PLACE = 4
/** The length of a column that is null. */
export const NO_COLUMN = -1

/**
 * Frees the memory immediately, because megabytes of external memory would otherwise trigger the garbage collector
 * again and again. The bytes must no longer be in use.
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

/** Canonical lines without line ends, in the order of ids, except those of the statements with these ids. */
export function linesOf(packed: PackedRows, but: ReadonlySet<string> = NONE): string[] {
  const { lines, places } = packed
  return indexesBut(packed, but).map((index) =>
    textOf(lines, places[index * PLACE + 2]!, places[index * PLACE + 3]! - 1),
  )
}
const NONE: ReadonlySet<string> = new Set()

/** The indexes of all statements except those with these ids. */
export function indexesBut(packed: PackedRows, but: ReadonlySet<string>): number[] {
  const all = Array.from({ length: countOf(packed) }, (_, index) => index)
  return but.size === 0 ? all : all.filter((index) => !but.has(idOf(packed, index)))
}

/** The columns of some statements, each as a PostgreSQL array literal. */
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
/** The order of columns, here and in the table's COPY. */
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

/** The put functions return the position after the bytes they have written. */
export function putLength(into: Uint8Array, at: number, length: number): number {
  into[at] = length >>> 24
  into[at + 1] = length >>> 16
  into[at + 2] = length >>> 8
  into[at + 3] = length
  return at + 4
}

/** For a few bytes a loop is faster than a call to `set`. */
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

/** Bytes from another thread arrive as Uint8Array, not Buffer. */
const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', from, to)
