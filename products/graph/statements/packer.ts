// Collects statements as bytes: lines for the engine, columns for the database. Creating, sorting and transferring
// thousands of short strings would cost more than everything else.
import { ID_LENGTH, writeBareId } from '@veritrace/platform/rdf/statement-id'
import type { LineTerms } from './line-terms.ts'
import { orderByIds } from './order-by-ids.ts'
import { COLUMNS, contextAt, NO_COLUMN, type PackedRows, putBytes, putLength, putText } from './packed-rows.ts'
import type { AssertedRow } from './tables.ts'

export interface Packer {
  add(row: AssertedRow): void
  /** Adds a line that is canonical from its start to its object, in the graph of a context. */
  addLine(bytes: Uint8Array, terms: LineTerms, context: ContextBytes): void
  /** Returns all statements and starts again. */
  finish(): PackedRows
}

/** A context in the form that lines and rows need. */
export interface ContextBytes {
  name: string
  /** ` <iri> .` and the line end. */
  tail: Uint8Array
  column: Uint8Array
}

const columnOf = (text: string): Buffer => {
  const bytes = Buffer.alloc(4 + Buffer.byteLength(text))
  putText(bytes, 0, text)
  return bytes
}
export const contextBytes = (name: string, iri: string): ContextBytes => ({
  name,
  tail: Buffer.from(` <${iri}> .\n`),
  column: columnOf(name),
})

const IRI = columnOf('iri')
const LITERAL = columnOf('literal')
/** More than the lengths of all columns, the id and the type together. */
const ROW_BYTES = 100
const LONGEST_CHARACTER = 3
const LINE_END = 10

export function openPacker(bytes = 1 << 16): Packer {
  let lines = Buffer.allocUnsafeSlow(bytes)
  let rows = Buffer.allocUnsafeSlow(bytes)
  let [linesEnd, rowsEnd] = [0, 0]
  let places: number[] = []
  let contexts = new Map<string, number>()

  const makeRoom = (line: number, row: number): void => {
    if (linesEnd + line > lines.length) lines = grown(lines, linesEnd + line)
    if (rowsEnd + row > rows.length) rows = grown(rows, rowsEnd + row)
  }
  const added = (lineTo: number, rowTo: number, context: string): void => {
    places.push(rowsEnd, rowTo, linesEnd, lineTo)
    linesEnd = lineTo
    rowsEnd = rowTo
    contexts.set(context, (contexts.get(context) ?? 0) + 1)
  }
  return {
    add(row) {
      makeRoom(row.line.length * LONGEST_CHARACTER + 1, row.line.length * LONGEST_CHARACTER + ROW_BYTES)
      const line = linesEnd + lines.write(row.line, linesEnd)
      lines[line] = LINE_END
      let at = rowsEnd
      for (const name of COLUMNS) at = putText(rows, at, row[name])
      added(line + 1, at, row.context)
    },
    addLine(bytes, terms, { name, tail, column }) {
      const length = terms.tripleTo - terms.from
      makeRoom(length + tail.length, length + column.length + ROW_BYTES)
      const line = putBytes(lines, putBytes(lines, linesEnd, bytes, terms.from, terms.tripleTo), tail, 0, tail.length)
      let at = putLength(rows, rowsEnd, ID_LENGTH)
      writeBareId(lines.subarray(linesEnd, line - 1), rows, at)
      at = putBytes(rows, at + ID_LENGTH, column, 0, column.length)
      at = putColumn(rows, at, bytes, terms.subjectFrom, terms.subjectTo)
      at = putColumn(rows, at, bytes, terms.predicateFrom, terms.predicateTo)
      at = putColumn(rows, at, bytes, terms.objectFrom, terms.objectTo)
      const type = terms.isLiteral ? LITERAL : IRI
      at = putBytes(rows, at, type, 0, type.length)
      at = putColumn(rows, at, bytes, terms.datatypeFrom, terms.datatypeTo)
      at = putColumn(rows, at, bytes, terms.languageFrom, terms.languageTo)
      added(line, at, name)
    },
    finish() {
      const packed = { lines: exactly(lines, linesEnd), rows: exactly(rows, rowsEnd) }
      const { repeated, ...ordered } = orderByIds(packed.rows, places)
      for (const row of repeated)
        contexts.set(contextAt(packed.rows, row), contexts.get(contextAt(packed.rows, row))! - 1)
      const done = { ...packed, ...ordered, contexts: [...contexts] }
      linesEnd = rowsEnd = 0
      places = []
      contexts = new Map()
      return done
    },
  }
}

/** An absent part has its end at 0. */
const putColumn = (into: Uint8Array, at: number, bytes: Uint8Array, from: number, to: number): number =>
  to === 0 ? putLength(into, at, NO_COLUMN) : putBytes(into, putLength(into, at, to - from), bytes, from, to)

function grown(bytes: Buffer, least: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(least, 2 * bytes.length))
  larger.set(bytes)
  return larger
}

/** A copy in its own buffer, which can be transferred to another thread. */
const exactly = (bytes: Buffer, length: number): Buffer => {
  const copy = Buffer.allocUnsafeSlow(length)
  copy.set(bytes.subarray(0, length))
  return copy
}
