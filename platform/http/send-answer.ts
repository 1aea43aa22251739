// What a handler gave, as its endpoint answers: status, headers, version, and the body as what it is.
import { Readable } from 'node:stream'
import { type Endpoint, successStatus } from '@veritrace/contract/endpoint'
import { isMedia } from '@veritrace/contract/media'
import type { FastifyReply } from 'fastify'
import type { Answer } from './answer.ts'
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
  // Fastify would add a charset to every type that has “json” in its name.
  if (typeof given.body === 'string') reply.serializer(asItIs)
  return reply.send(given.body)
}
const asItIs = (text: string): string => text

/** As the schema says, by the body that the handler keeps. */
const writtenBodies = new WeakMap<object, Buffer>()

function sendKept(reply: FastifyReply, body: object): FastifyReply {
  const known = writtenBodies.get(body) ?? Buffer.from(reply.serialize(body) as string)
  writtenBodies.set(body, known)
  return reply.type('application/json; charset=utf-8').send(known)
}
