// Compresses responses that are long enough to benefit, off the event loop. Streams are not compressed.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Shorter responses gain nothing. */
export const COMPRESSED_FROM = 1024
/** Longer binary responses are not compressed, because the client would have to wait for the compression too. */
export const COMPRESSED_TO = 16 * 1024 * 1024
const COMPRESSIBLE = /^(text\/|application\/(([\w.-]+\+)?(json|xml)|javascript|n-triples|n-quads|trig)|image\/svg)/

const encoders = {
  br: (text: string | Uint8Array) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string | Uint8Array) => promisify(gzip)(text, { level: 6 }),
}
export type Encoding = keyof typeof encoders

export const isCompressible = (contentType: string): boolean => COMPRESSIBLE.test(contentType)

/** The best encoding that the client accepts. RFC 9110 §12.5.3: `*` matches every encoding that is not named. */
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
