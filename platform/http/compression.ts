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

/** The best encoding that the client takes. RFC 9110 §12.5.3: `*` is every one that it does not name. */
export function encodingFor(accept: string | undefined): Encoding | undefined {
  if (!accept) return undefined
  const named = new Map<string, boolean>()
  for (const part of accept.toLowerCase().split(','))
    named.set(part.split(';')[0]!.trim(), !/;\s*q=0(\.0*)?\s*$/.test(part))
  if (named.get('br')) return 'br'
  if (named.get('gzip')) return 'gzip'
  if (!named.get('*')) return undefined
  return named.has('gzip') ? (named.has('br') ? undefined : 'br') : 'gzip'
}

export const compress = (encoding: Encoding, text: string | Uint8Array): Promise<Buffer> => encoders[encoding](text)
