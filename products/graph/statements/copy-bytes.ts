// Packed rows as COPY takes them in PostgreSQL's binary format: before the columns of each the ones they have in common.
import { COPY_END, COPY_HEAD, JSONB_VERSION, POSTGRES_EPOCH_MS } from '@veritrace/platform/db/copy-format'
import type { DescribedRows } from './asserted.ts'
import { PLACE, putBytes, putLength, putText } from './packed-rows.ts'
import type { Common } from './tables.ts'

/** The columns in their order, wide where metadata and assertions follow. Changed together with `copyBytes`. */
export const isWide = ({ metadata, assertions }: DescribedRows): boolean =>
  metadata !== undefined || assertions !== undefined
const COLUMNS = { common: 6, own: 8, wide: 2 } as const

const NOTHING_SAID = '{}'

/** `some` are the indexes of statements. */
export function copyBytes(packed: DescribedRows, some: readonly number[], common: Common): Uint8Array {
  const { rows, places, metadata, assertions } = packed
  const wide = isWide(packed)
  const head = headOf(common, wide)
  const said = (index: number): string => metadata?.[index] ?? NOTHING_SAID
  let length = COPY_HEAD.length + COPY_END.length
  for (const index of some) {
    length += head.length + places[index * PLACE + 1]! - places[index * PLACE]!
    if (wide) length += 13 + Buffer.byteLength(said(index))
  }
  const bytes = takeBuffer(length)
  let at = putBytes(bytes, 0, COPY_HEAD, 0, COPY_HEAD.length)
  for (const index of some) {
    at = putBytes(bytes, at, head, 0, head.length)
    at = putBytes(bytes, at, rows, places[index * PLACE]!, places[index * PLACE + 1]!)
    if (!wide) continue
    const end = putText(bytes, at + 1, said(index))
    putLength(bytes, at, end - at - 4)
    bytes[at + 4] = JSONB_VERSION
    at = putLength(bytes, putLength(bytes, end, 4), assertions?.[index] ?? 1)
  }
  return bytes.subarray(0, putBytes(bytes, at, COPY_END, 0, COPY_END.length))
}

/** Megabytes for each of many copies would keep the garbage collector at work. Two, since two copies may go on at once. */
const spares: Buffer[] = []
const MOST_SPARES = 2
const MOST_SPARE_BYTES = 16 * 1024 * 1024

function takeBuffer(length: number): Buffer {
  const taken = spares.pop()
  return taken && taken.length >= length ? taken : Buffer.allocUnsafeSlow(length)
}

/** For the next copy; only bytes that nobody will read any more. */
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
