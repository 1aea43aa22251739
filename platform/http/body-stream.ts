// Bodies that are not JSON: passed on as they come, counted against their limit.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError, isAppError } from '../errors.ts'

export async function* limitedBytes(source: Readable, maxBytes = 1024 * 1024): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of source) {
    seen += chunk.length
    if (seen > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** The rest of the body is never read, so nothing else can come on that connection. */
const tooLarge = (maxBytes: number): AppError =>
  new AppError('body_too_large', `The body is larger than ${maxBytes} bytes.`, {}, { connection: 'close' })

/** What the gzip stream holds, counted against the same limit: a small one can hold very much. */
export async function* gunzipped(source: Readable, maxBytes: number | undefined): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // Whatever fails here ends `gunzip`, and is met where it is read.
  pipeline(limitedBytes(source, maxBytes), gunzip).catch(() => {})
  try {
    yield* limitedBytes(gunzip, maxBytes)
  } catch (error) {
    throw isAppError(error) || !isZlib(error) ? error : new AppError('malformed_body', 'The body is not valid gzip.')
  }
}
const isZlib = (error: unknown): boolean => String((error as NodeJS.ErrnoException).code).startsWith('Z_')

export async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all = Buffer.concat(await Array.fromAsync(chunks))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(all)
  } catch {
    throw new AppError('malformed_body', 'The body is not valid UTF-8.')
  }
}
