// Bodies that are not JSON: passed on as they come, counted against their limit.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError, isAppError } from '../errors.ts'

const MOST_BYTES = 1024 * 1024
/** In pieces of a quarter of this, which is what it does by itself, a large body takes twice as long. */
const UNPACKED_PIECE_BYTES = 64 * 1024

export async function* limitedBytes(source: Readable, maxBytes = MOST_BYTES): AsyncGenerator<Uint8Array> {
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

/** One that says itself that it is too large, before any of it is read. */
export function refuseUnread(headers: IncomingHttpHeaders, maxBytes = MOST_BYTES): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/** By either of its names, in any case: RFC 9110 §8.4.1. */
export const isGzip = (encoding: string | undefined): boolean => encoding !== undefined && /^(x-)?gzip$/i.test(encoding)

/** What the gzip stream holds, counted against the same limit: a small one can hold very much. */
export async function* gunzipped(source: Readable, maxBytes: number | undefined): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: UNPACKED_PIECE_BYTES })
  // Whatever fails here ends `gunzip`, and is met where it is read.
  pipeline(limitedBytes(source, maxBytes), gunzip).catch(() => {})
  try {
    yield* limitedBytes(gunzip, maxBytes)
  } catch (error) {
    throw isAppError(error) || !isZlib(error) ? error : new AppError('malformed_body', 'The body is not valid gzip.')
  }
}
const isZlib = (error: unknown): boolean => String((error as NodeJS.ErrnoException).code).startsWith('Z_')

export const readText = async (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
  decode(await Array.fromAsync(chunks))

/** The text of a request. Where its length is told, the parser holds it to that, and nothing need be counted here. */
export async function readBodyText(request: IncomingMessage, maxBytes = MOST_BYTES): Promise<string> {
  const told = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(told <= maxBytes)) return readText(limitedBytes(request, maxBytes))
  // What is there already need not be waited for, event by event.
  return decode(told > 0 && request.readableLength === told ? [request.read()] : await readAll(request))
}

/** Without an iterator, each step of which costs more than a short text. */
function readAll(source: Readable): Promise<Uint8Array[]> {
  return new Promise((done, failed) => {
    const chunks: Uint8Array[] = []
    source.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    source.once('end', () => done(chunks))
    source.once('error', failed)
    const cut = () => {
      if (!source.readableEnded) failed(new Error('The body was cut off.'))
    }
    source.once('close', cut)
    if (source.destroyed) cut()
  })
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function decode(chunks: readonly Uint8Array[]): string {
  try {
    return UTF8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  } catch {
    throw new AppError('malformed_body', 'The body is not valid UTF-8.')
  }
}

export const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
