// Decodes bodies within size limits, both for the received and the decompressed bytes.

import { Duplex, pipeline, type Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { ownValue } from '../names.ts'
import { OutsideError } from './outside-error.ts'

export interface BodyLimits {
  /** After decompression. */
  maxBytes: number
  /** As received. */
  maxWireBytes: number
}

const MAX_CODINGS = 3

/** The decoded body. It fails, and the connection is dropped, as soon as a limit is exceeded. */
export function decodeBody(wire: Readable, contentEncoding: string, limits: BodyLimits): Readable {
  const out = limit(limits.maxBytes)
  // A reader gets the failure; without one it must not crash the process.
  out.on('error', () => {})
  const stages = [limit(limits.maxWireBytes), ...decoders(contentEncoding), out]
  // A failure in any stage destroys all of them, and the reader of `out` gets it.
  pipeline([wire, ...stages], (error) => error && out.destroy(error))
  return out
}

/** The whole decoded body. Most are small and not compressed, and a pipeline would cost more than reading them. */
export function readBody(wire: Readable, contentEncoding: string, limits: BodyLimits): Promise<Buffer> {
  const plain = contentEncoding === '' || contentEncoding === 'identity'
  if (plain) return collect(wire, Math.min(limits.maxBytes, limits.maxWireBytes))
  return collect(decodeBody(wire, contentEncoding, limits), limits.maxBytes)
}

function collect(body: Readable, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let seen = 0
  return new Promise((done, broken) => {
    body.on('data', (chunk: Buffer) => {
      seen += chunk.length
      if (seen > max) body.destroy(tooLarge(max))
      else chunks.push(chunk)
    })
    body.once('end', () => done(Buffer.concat(chunks)))
    body.once('error', broken)
  })
}

/** Codings are listed in the order they were applied (RFC 9110 §8.4), so they are removed from the end. */
function decoders(contentEncoding: string): Duplex[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding && coding !== 'identity')
  if (codings.length > MAX_CODINGS) throw new OutsideError('protocol', 'The answer is compressed too many times.')
  return codings.reverse().map((coding) => {
    const make = ownValue(DECODERS, coding)
    if (!make) throw new OutsideError('protocol', 'The answer has an unknown content coding.')
    return make()
  })
}

const DECODERS: Record<string, () => Duplex> = {
  gzip: () => unpackWith(() => zlib.createGunzip()),
  'x-gzip': () => unpackWith(() => zlib.createGunzip()),
  br: () => unpackWith(() => zlib.createBrotliDecompress()),
  zstd: () => unpackWith(() => zlib.createZstdDecompress()),
  // Half of the servers that declare deflate omit the zlib frame; the first byte shows it.
  deflate: () => unpackWith(([byte]) => ((byte! & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw())),
}

/** A response may declare a coding without a body, as with 204 and 304; a decoder would reject that. */
const unpackWith = (decoderFor: (first: Buffer) => Duplex): Duplex =>
  Duplex.from(async function* unpacked(wire: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const chunks = wire[Symbol.asyncIterator]()
    const first = await chunks.next()
    if (first.done) return
    const all = async function* () {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => chunks }
    }
    yield* pipeline(all, decoderFor(first.value), () => {})
  })

function limit(max: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > max) done(tooLarge(max))
      else done(null, chunk)
    },
  })
}

const tooLarge = (max: number): OutsideError => new OutsideError('too_large', `The answer is larger than ${max} bytes.`)
