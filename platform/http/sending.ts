// Processes every response before it is sent: ETag, 304, compression and closing the connection.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { COMPRESSED_FROM, COMPRESSED_TO, compress, encodingFor, isCompressible } from './compression.ts'
import { etagOf, isKnown, tagWith } from './etag.ts'

export function finishAnswers(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Fastify adds this only to requests that arrive from now on, and not to those that are running.
    if (isStopping) reply.header('connection', 'close')
    if (!isText(reply, payload)) {
      if (!isKnownFile(request, reply)) return done(null, payload)
      leaveUnread(payload)
      return done(null, nothingNew(reply))
    }
    const isSmall = payload.length < COMPRESSED_FROM
    // Encoded once, instead of for the tag, the length, the compressor and the socket separately.
    const sent = isSmall || typeof payload !== 'string' ? payload : Buffer.from(payload)
    const varies = !isSmall && isCompressible(String(reply.getHeader('content-type')))
    if (varies) varyBy(reply, 'accept-encoding')
    if (isRead(request) && reply.statusCode === 200 && isUnchanged(request, reply, sent))
      return done(null, nothingNew(reply))
    const encoding = varies && encodingFor(request.headers['accept-encoding'])
    if (!encoding) return done(null, sent)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    compress(encoding, sent).then((bytes) => done(null, bytes), done)
  })
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Streams and files are sent unchanged; bytes that a handler has serialized itself are treated as text. */
const isText = (reply: FastifyReply, payload: unknown): payload is string | Uint8Array =>
  typeof payload === 'string' ||
  (payload instanceof Uint8Array &&
    payload.length <= COMPRESSED_TO &&
    isCompressible(String(reply.getHeader('content-type'))) &&
    !reply.hasHeader('content-encoding'))

/** Whether the client already has the file, by the tag that the handler set. */
function isKnownFile(request: FastifyRequest, reply: FastifyReply): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined || !isRead(request) || reply.statusCode !== 200) return false
  const etag = reply.getHeader('etag')
  return etag !== undefined && isKnown(String(etag), known)
}

function leaveUnread(payload: unknown): void {
  if (payload instanceof Readable) payload.destroy()
}

/**
 * Not an empty string: Fastify would send its length, but RFC 9110 §8.6 allows only the length of the full response.
 * It adds none to null, but its HEAD hook accepts only a stream or a string.
 */
function nothingNew(reply: FastifyReply): Readable | null {
  reply.code(304).removeHeader('content-length')
  return reply.request.method === 'HEAD' ? Readable.from([]) : null
}

/** Sets the ETag unless the handler did. Returns whether the client already has it. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, payload: string | Uint8Array): boolean {
  const { versioned } = request.routeOptions.config
  // Clients may compare the tag in the body with the header, so the header must contain the version only.
  if (versioned === 'in body') return false
  const given = reply.getHeader('etag')
  if (versioned) reply.header('etag', tagWith(String(given), payload))
  else if (given === undefined) reply.header('etag', etagOf(payload))
  const known = request.headers['if-none-match']
  return known !== undefined && isKnown(String(reply.getHeader('etag')), known)
}

/** Adds the header to Vary. */
function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary')
  if (!known) return void reply.header('vary', header)
  const names = String(known)
    .toLowerCase()
    .split(/\s*,\s*/)
  if (!names.includes(header)) reply.header('vary', `${known}, ${header}`)
}
