// Compresses answers that are long enough to gain by it, off the event loop. Streams pass as they are.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Shorter answers gain nothing. */
export const COMPRESSED_FROM = 1024
const COMPRESSIBLE = /^(text\/|application\/(json|problem\+json|javascript|ld\+json|xml)|image\/svg)/

const encoders = {
  br: (text: string | Uint8Array) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string | Uint8Array) => promisify(gzip)(text, { level: 6 }),
}
export type Encoding = keyof typeof encoders

/** The best encoding that the client takes, where the type is worth it. */
export function encodingFor(accept: string | undefined, contentType: string): Encoding | undefined {
  if (!accept || !COMPRESSIBLE.test(contentType)) return undefined
  const taken = new Set(
    accept
      .split(',')
      .filter((part) => !/;\s*q=0(\.0+)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') || taken.has('*') ? 'gzip' : undefined
}

export const compress = (encoding: Encoding, text: string | Uint8Array): Promise<Buffer> => encoders[encoding](text)
