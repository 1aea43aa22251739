// Sends a live stream, within the caller's limit of open streams and only while the caller has access.
import type { Endpoint } from '@veritrace/contract/endpoint'
import type { FastifyReply } from 'fastify'
import { isCaller } from '../caller.ts'
import { fail, isAppError } from '../errors.ts'
import type { Incoming } from '../identity/incoming.ts'
import type { MountOptions } from './mount.ts'
import { callerOf, incoming } from './requester.ts'
import { type ServerEvent, writeEvents } from './sse.ts'

export function sendEvents(
  reply: FastifyReply,
  endpoint: Endpoint,
  events: AsyncIterable<ServerEvent>,
  options: MountOptions,
): FastifyReply {
  const { gate, product } = options
  const leave = enterStreams(reply, options)
  if (!leave) {
    void events[Symbol.asyncIterator]().return?.()
    return tooManyStreams(options)
  }
  const asked: Incoming = { ...incoming(reply.request), again: true }
  const mayStay = () =>
    gate.identify(asked, endpoint, product).then(
      () => true,
      (error: unknown) => !isAppError(error) || error.status >= 500,
    )
  reply.hijack()
  void writeEvents(reply.raw, reply.getHeaders(), events, {
    signal: options.stopping,
    // The answer to a single question may finish; an endless stream must be checked.
    ...(endpoint.method === 'GET' && { mayStay, ...(options.checkMs && { checkMs: options.checkMs }) }),
    onFailure: (error) => options.log?.warn({ err: error, request_id: reply.request.id }, 'an event stream was cut'),
  }).then(leave)
  return reply
}

function enterStreams({ request }: FastifyReply, { streams }: MountOptions): (() => void) | undefined {
  const who = callerOf(request)!
  return streams ? streams.enter(isCaller(who) ? `${who.tenant} ${who.actor.id}` : who.ip) : () => {}
}

function tooManyStreams({ streams, product, onLimited }: MountOptions): never {
  onLimited?.(product)
  return fail(
    'rate_limited',
    `You have ${streams!.most} open live streams. Close one first.`,
    {},
    { 'retry-after': '5' },
  )
}
