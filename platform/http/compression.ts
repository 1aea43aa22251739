// Compresses answers that are long enough to gain by it, off the event loop. Streams pass as they are.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Shorter answers gain nothing. */
export const COMPRESSED_FROM = 1024
/** Longer ones, of bytes, go out as they are: who waits for them would wait for the packing too. */
export const COMPRESSED_TO = 16 * 1024 * 1024
const COMPRESSIBLE = /^(text\/|application\/(([\w.-]+\+)?(json|xml)|javascript|n-triples|n-quads|trig)|image\/svg)/

const encoders = {
  br: (text: string | Uint8Array) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string | Uint8Array) => promisify(gzip)(text, { level: 6 }),
}
export type Encoding = keyof typeof encoders

export const isCompressible = (contentType: string): boolean => COMPRESSIBLE.test(contentType)

/** The best encoding that the client takes. */
export function encodingFor(accept: string | undefined): Encoding | undefined {
  if (!accept) return undefined
  const taken = new Set(
    accept
      .split(',')
      .filter((part) => !/;\s*q=0(\.0+)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') || taken.has('*') ? 'gzip' : undefined
}

export const compress = (encoding: Encoding, text: string | Uint8Array): Promise<Buffer> => encoders[encoding](text)
