// An order-independent checksum: equal sets of lines have equal digests.
import { hash } from 'node:crypto'

export interface Digest {
  count: number
  /** 64 bits in hex. */
  sum: string
}

export async function digestOf(
  chunks: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<Digest> {
  let count = 0
  let sum = 0n
  for await (const lines of chunks)
    for (const line of lines) {
      count += 1
      sum += hash('sha256', line, 'buffer').readBigUInt64BE()
    }
  return { count, sum: BigInt.asUintN(64, sum).toString(16).padStart(16, '0') }
}
