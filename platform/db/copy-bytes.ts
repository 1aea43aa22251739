// Encodes rows for COPY in PostgreSQL's binary format.
import { COPY_END, COPY_HEAD, JSONB_VERSION, POSTGRES_EPOCH_MS } from './copy-format.ts'
import { jsonRows } from './json-rows.ts'

type Kind = 'text' | 'integer' | 'real' | 'jsonb' | 'timestamptz'
/** The columns in order, each with its type in the table. None may be null. */
export type Columns<Row> = readonly (readonly [name: keyof Row & string, kind: Kind])[]

const VERSION = String.fromCharCode(JSONB_VERSION)
const PER_ROW = 1_500
/** Most bytes that one UTF-16 unit takes in UTF-8. */
const WIDEST = 3
/** Most bytes of a value besides its text: its length field and 8 bytes. */
const FRAME = 12
const WORD = 2 ** 32

export function copyBytes<Row>(columns: Columns<Row>, rows: readonly Row[]): Uint8Array {
  let bytes = Buffer.allocUnsafeSlow(COPY_HEAD.length + rows.length * PER_ROW)
  let at = COPY_HEAD.copy(bytes)
  for (const row of rows) {
    at = bytes.writeInt16BE(columns.length, at)
    for (const [name, kind] of columns) {
      const value = storable(kind, row[name])
      const room = FRAME + (typeof value === 'string' ? WIDEST * value.length : 0)
      // Room for the next number of columns or the trailer, too.
      if (at + room + COPY_END.length > bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length + room)
      at = typeof value === 'string' ? putText(bytes, at, value) : putNumber(bytes, at, kind, value)
    }
  }
  return bytes.subarray(0, at + COPY_END.copy(bytes, at))
}

function storable(kind: Kind, value: unknown): string | number {
  if (value === null || value === undefined) throw new Error(`A column of the type ${kind} has no value.`)
  if (kind === 'jsonb') return VERSION + jsonRows(value)
  if (kind !== 'text') return Number(value)
  // Writing UTF-8 replaces unpaired surrogates; PostgreSQL rejects NUL, so replace it here.
  const text = String(value)
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

/** Up to this length a loop in JavaScript is faster than a native call. */
const SHORT = 48

function putText(bytes: Buffer, at: number, text: string): number {
  const start = at + 4
  const end = start + (putShort(bytes, start, text) ? text.length : bytes.write(text, start))
  bytes.writeInt32BE(end - start, at)
  return end
}

/** Returns false if the text is not short or not ASCII. */
function putShort(bytes: Buffer, at: number, text: string): boolean {
  if (text.length > SHORT) return false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return false
    bytes[at + i] = code
  }
  return true
}

function putNumber(bytes: Buffer, at: number, kind: Kind, value: number): number {
  if (kind === 'timestamptz') {
    const micros = (value - POSTGRES_EPOCH_MS) * 1_000
    const high = Math.floor(micros / WORD)
    const from = bytes.writeInt32BE(high, bytes.writeInt32BE(8, at))
    return bytes.writeUInt32BE(micros - high * WORD, from)
  }
  const from = bytes.writeInt32BE(4, at)
  return kind === 'real' ? bytes.writeFloatBE(value, from) : bytes.writeInt32BE(value, from)
}
