// Counts and hashes bytes as they pass, and stops them if they exceed the limit or miss the promised checksum.
import { createHash, hash as hashOf } from 'node:crypto'
import { AppError, fail } from '../errors.ts'
import type { Blob, Bytes, PutOptions } from './blobs.ts'

export interface Measured {
  /** The same bytes; throws after the last one if they do not have the promised checksum. */
  bytes: AsyncGenerator<Uint8Array>
  /** The size and checksum, once all bytes have passed. */
  sum(): { size: number; sha256: string }
  /** Why the bytes were stopped, if they were. */
  failure(): unknown
}

export function measure(source: Bytes, want: Pick<PutOptions, 'sha256' | 'maxBytes'>): Measured {
  const hash = createHash('sha256')
  const maxBytes = want.maxBytes ?? Number.POSITIVE_INFINITY
  let size = 0
  let sha256 = ''
  let failure: unknown

  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source instanceof Uint8Array ? [source] : source) {
        size += chunk.length
        checkSize(size, maxBytes)
        hash.update(chunk)
        yield chunk
      }
      sha256 = hash.digest('hex')
      checkSum(sha256, want.sha256)
    } catch (error) {
      failure = error
      throw error
    }
  }
  return { bytes: pass(), sum: () => ({ size, sha256 }), failure: () => failure }
}

/** The same for bytes in memory. */
export function measureAll(
  bytes: Uint8Array,
  want: Pick<PutOptions, 'sha256' | 'maxBytes'>,
): { size: number; sha256: string } {
  checkSize(bytes.length, want.maxBytes ?? Number.POSITIVE_INFINITY)
  const sha256 = hashOf('sha256', bytes)
  checkSum(sha256, want.sha256)
  return { size: bytes.length, sha256 }
}

function checkSize(size: number, maxBytes: number): void {
  if (size > maxBytes) fail('body_too_large', `The object is larger than ${maxBytes} bytes.`)
}

function checkSum(sha256: string, wanted: string | undefined): void {
  if (wanted && wanted !== sha256) throw new AppError('checksum_mismatch', `The SHA-256 of the bytes is ${sha256}.`)
}

/**
 * The actual checksum of a stored object, read from its bytes. For stores that do not verify an upload against the
 * checksum in its signed URL.
 */
export async function digestOf(
  blobs: { get(key: string): Promise<Pick<Blob, 'stream'> | undefined> },
  key: string,
): Promise<{ size: number; sha256: string } | undefined> {
  const blob = await blobs.get(key)
  if (!blob) return undefined
  const { bytes, sum } = measure(blob.stream, {})
  for await (const _ of bytes);
  return sum()
}
