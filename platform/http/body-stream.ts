// Streams bodies that are not JSON, and enforces their size limit.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError, isAppError } from '../errors.ts'

const MOST_BYTES = 1024 * 1024
/** With Node's default, a quarter of this, a large body takes twice as long. */
const UNPACKED_PIECE_BYTES = 64 * 1024

export async function* limitedBytes(source: Readable, maxBytes = MOST_BYTES): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of source) {
    seen += chunk.length
    if (seen > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

/** The rest of the body is never read, so the connection cannot be used again. */
const tooLarge = (maxBytes: number): AppError =>
  new AppError('body_too_large', `The body is larger than ${maxBytes} bytes.`, {}, { connection: 'close' })

/** Rejects a body whose declared length is too large before reading any of it. */
export function refuseUnread(headers: IncomingHttpHeaders, maxBytes = MOST_BYTES): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
}

/** Either name of gzip, in any case: RFC 9110 §8.4.1. */
export const isGzip = (encoding: string | undefined): boolean => encoding !== undefined && /^(x-)?gzip$/i.test(encoding)

/** The unpacked bytes of a gzip stream, with the same limit: a small stream can unpack to a huge body. */
export async function* gunzipped(source: Readable, maxBytes: number | undefined): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: UNPACKED_PIECE_BYTES })
  // Any failure destroys `gunzip`, so the reader below sees it.
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

/** The text of a request. If the length is declared, the HTTP parser enforces it, so no counting is needed. */
export async function readBodyText(request: IncomingMessage, maxBytes = MOST_BYTES): Promise<string> {
  const told = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(told <= maxBytes)) return readText(limitedBytes(request, maxBytes))
  // If the whole body has arrived, read it in one call instead of waiting for events.
  return decode(told > 0 && request.readableLength === told ? [request.read()] : await readAll(request))
}

/** Avoids an async iterator, each step of which costs more than a short text. */
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
