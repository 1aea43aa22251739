// Reads a whole file, which may be a stream, up to the size limit of the corpus.
import { Unreadable } from './importers/record.ts'

export const MAX_FILE_BYTES = 64 * 1024 * 1024

export async function readAll(given: Uint8Array | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (given instanceof Uint8Array) return within(given.length, given)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of given) {
    length += part.length
    within(length, part)
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}

function within<T>(length: number, value: T): T {
  if (length > MAX_FILE_BYTES) throw new Unreadable(`The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
  return value
}
