// Builds PostgreSQL's binary COPY format from packed rows. The columns that all rows share come first in each row.
import { COPY_END, COPY_HEAD, JSONB_VERSION, POSTGRES_EPOCH_MS } from '@veritrace/platform/db/copy-format'
import type { DescribedRows } from './asserted.ts'
import { PLACE, putBytes, putLength, putText } from './packed-rows.ts'
import type { Common } from './tables.ts'

/** Number of columns; wide rows also have metadata and assertions. Keep in sync with `copyBytes`. */
export const isWide = ({ metadata, assertions }: DescribedRows): boolean =>
  metadata !== undefined || assertions !== undefined
const COLUMNS = { common: 6, own: 8, wide: 2 } as const

const NO_METADATA = '{}'

/** `some` are the indexes of the statements to copy. */
export function copyBytes(packed: DescribedRows, some: readonly number[], common: Common): Uint8Array {
  const { rows, places, metadata, assertions } = packed
  const wide = isWide(packed)
  const head = headOf(common, wide)
  const metadataOf = (index: number): string => metadata?.[index] ?? NO_METADATA
  let length = COPY_HEAD.length + COPY_END.length
  for (const index of some) {
    length += head.length + places[index * PLACE + 1]! - places[index * PLACE]!
    if (wide) length += 13 + Buffer.byteLength(metadataOf(index))
  }
  const bytes = takeBuffer(length)
  let at = putBytes(bytes, 0, COPY_HEAD, 0, COPY_HEAD.length)
  for (const index of some) {
    at = putBytes(bytes, at, head, 0, head.length)
    at = putBytes(bytes, at, rows, places[index * PLACE]!, places[index * PLACE + 1]!)
    if (!wide) continue
    const end = putText(bytes, at + 1, metadataOf(index))
    putLength(bytes, at, end - at - 4)
    bytes[at + 4] = JSONB_VERSION
    at = putLength(bytes, putLength(bytes, end, 4), assertions?.[index] ?? 1)
  }
  return bytes.subarray(0, putBytes(bytes, at, COPY_END, 0, COPY_END.length))
}

/**
 * Reused buffers: allocating megabytes for every copy would keep the garbage collector busy. Two copies may run at
 * once.
 */
const spares: Buffer[] = []
const MOST_SPARES = 2
const MOST_SPARE_BYTES = 16 * 1024 * 1024

function takeBuffer(length: number): Buffer {
  const taken = spares.pop()
  return taken && taken.length >= length ? taken : Buffer.allocUnsafeSlow(length)
}

/** Returns a buffer for the next copy. Its bytes must no longer be in use. */
export function giveBack(bytes: Uint8Array): void {
  const { byteLength } = bytes.buffer
  if (byteLength <= MOST_SPARE_BYTES && spares.length < MOST_SPARES) spares.push(Buffer.from(bytes.buffer))
}

function headOf({ tenant, workspace, seq, now, created_by }: Common, wide: boolean): Uint8Array {
  const bytes = Buffer.allocUnsafe(60 + 3 * (tenant.length + workspace.length + created_by.length))
  let at = bytes.writeInt16BE(COLUMNS.common + COLUMNS.own + (wide ? COLUMNS.wide : 0))
  at = putText(bytes, at, tenant)
  at = putText(bytes, at, workspace)
  at = putNumber(bytes, at, BigInt(seq))
  at = putNumber(bytes, at, microseconds(now))
  at = putNumber(bytes, at, microseconds(now))
  return bytes.subarray(0, putText(bytes, at, created_by))
}

const putNumber = (bytes: Buffer, at: number, value: bigint): number =>
  bytes.writeBigInt64BE(value, putLength(bytes, at, 8))

const microseconds = (moment: Date): bigint => BigInt(moment.getTime() - POSTGRES_EPOCH_MS) * 1000n
