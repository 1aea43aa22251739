// Bodies that are not JSON: passed on as they come, counted against their limit.
import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'

export async function* limitedBytes(source: Readable, maxBytes = 1024 * 1024): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of source) {
    seen += chunk.length
    if (seen > maxBytes) throw new AppError('body_too_large', `The body is larger than ${maxBytes} bytes.`)
    yield chunk
  }
}

export async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all = Buffer.concat(await Array.fromAsync(chunks))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(all)
  } catch {
    throw new AppError('malformed_body', 'The body is not valid UTF-8.')
  }
}
