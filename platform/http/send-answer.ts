// Sends a handler's result as its endpoint declares it: status, headers, version and body.
import { Readable } from 'node:stream'
import { type Endpoint, successStatus } from '@veritrace/contract/endpoint'
import { isMedia } from '@veritrace/contract/media'
import type { FastifyReply } from 'fastify'
import type { Answer } from '../answer.ts'
import { isStream } from './body-stream.ts'
import type { MountOptions } from './mount.ts'
import { sendEvents } from './send-events.ts'
import type { ServerEvent } from './sse.ts'

export function sendAnswer(
  reply: FastifyReply,
  endpoint: Endpoint,
  given: Answer<unknown>,
  options: MountOptions,
): unknown {
  const { spec } = endpoint
  reply.code(given.status ?? successStatus(spec)).headers(given.headers)
  if (!isMedia(spec.ok)) {
    if (spec.file && isStream(given.body))
      return spec.file.media === 'events'
        ? sendEvents(reply, endpoint, given.body as AsyncIterable<ServerEvent>, options)
        : reply.send(Readable.from(given.body))
    if (spec.versioned) reply.header('etag', `"${(given.body as { version: number }).version}"`)
    return given.isKept ? sendKept(reply, given.body as object) : given.body
  }
  if (spec.ok.media === 'none') return reply.send()
  if (spec.ok.media === 'events') return sendEvents(reply, endpoint, given.body as AsyncIterable<ServerEvent>, options)
  if (!given.headers['content-type']) reply.type(spec.ok.contentTypes[0] ?? 'application/octet-stream')
  // Otherwise Fastify adds a charset to every type with “json” in its name.
  if (typeof given.body === 'string') reply.serializer(asItIs)
  return reply.send(given.body)
}
const asItIs = (text: string): string => text

/** Serialized bodies, by the body object that the handler caches. */
const writtenBodies = new WeakMap<object, Buffer>()

function sendKept(reply: FastifyReply, body: object): FastifyReply {
  const known = writtenBodies.get(body) ?? Buffer.from(reply.serialize(body) as string)
  writtenBodies.set(body, known)
  return reply.type('application/json; charset=utf-8').send(known)
}
