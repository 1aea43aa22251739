// From an endpoint of the contract to a route of the server: authenticate, limit, validate, answer, meter.
import { Readable } from 'node:stream'
import {
  changesWhatIs,
  comparesVersions,
  type Endpoint,
  isPaged,
  paramNames,
  type Spec,
  successStatus,
} from '@veritrace/contract/endpoint'
import { isMedia, type Media } from '@veritrace/contract/media'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { AppError, fail, isAppError } from '../errors.ts'
import { type Caller, isCaller, type Visitor } from '../identity/caller.ts'
import type { Log } from '../log.ts'
import { rateLimitOf } from '../metering/plans.ts'
import type { Verdict } from '../metering/rate-limit.ts'
import type { Product } from '../product.ts'
import { Answer } from './answer.ts'
import { gunzipped, isStream, limitedBytes, readBodyText, readText, refuseUnread } from './body-stream.ts'
import type { Gate, Incoming } from './gate.ts'
import { onceFor } from './idempotency.ts'
import { atVersions, requireAbsent, requireVersion } from './if-match.ts'
import type { Input, Mounted } from './implement.ts'
import { nextLink, nextOf } from './next-link.ts'
import { Received } from './received.ts'
import { type ServerEvent, writeEvents } from './sse.ts'
import type { StreamCount } from './stream-count.ts'
import { compileOptional, isOpen } from './validation.ts'

export interface MountOptions {
  product: string
  base: string
  gate: Gate
  limits: Parameters<typeof rateLimitOf>[2]
  /** Aborted when the server stops, so that streams end. */
  stopping: AbortSignal
  /** Shared by all products of the process. */
  streams?: StreamCount
  /** How often streams are asked whether their caller may still listen. */
  checkMs?: number
  /** What a caller is in the product. */
  roleOf?: Product['roleOf']
  /** Told of every call that is refused as one too many. */
  onLimited?: (product: string) => void
  log?: Log
}
type AnyHandler = (input: Input<Endpoint>, caller: Visitor | Caller) => unknown

/** Where a request keeps who made it; createHttp makes room for it. */
export const CALLER = Symbol('caller')
type Known = FastifyRequest & { [CALLER]?: Visitor | Caller }
/** Who made this request, once it has passed the gate. */
export const callerOf = (request: Known): Visitor | Caller | undefined => request[CALLER]

export function mount(app: FastifyInstance, mounted: readonly Mounted[], options: MountOptions): void {
  for (const { endpoint, handler } of mounted) {
    if (!takesJsonBytes(endpoint)) mountOne(app, endpoint, handler as AnyHandler, options)
    else
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        mountOne(scope, endpoint, handler as AnyHandler, options)
      })
  }
}

/** JSON that the handler reads itself, as it comes; everywhere else it is read before the handler is called. */
const takesJsonBytes = ({ spec }: Endpoint): boolean =>
  isMedia(spec.body) && spec.body.contentTypes.some((type) => type === 'application/json')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in the contract. */
    gzip?: boolean
    lines?: string
    /** What the contract calls the rest of the path. */
    rest?: string
    /** The handler looks at every text of the body itself. */
    ownTexts?: boolean
  }
}

function mountOne(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler, options: MountOptions): void {
  const { gate, product } = options
  const { spec } = endpoint
  const [compares, changes] = [comparesVersions(endpoint), changesWhatIs(endpoint)]
  app.route({
    method: endpoint.method,
    url: options.base + routePath(endpoint),
    schema: routeSchema(endpoint),
    ...(spec.bodyOptional && { validatorCompiler: compileOptional }),
    config: {
      ...(spec.gzip && { gzip: true }),
      ...(spec.lines && { lines: spec.lines }),
      ...(isOpen(spec.body) && { ownTexts: true }),
      ...(spec.restOfPath && { rest: paramNames(endpoint.path).at(-1)! }),
    },
    bodyLimit: spec.maxBytes ?? 1024 * 1024,
    onRequest: async (request, reply) => {
      const who = await admit(request, reply, endpoint, options)
      ;(request as Known)[CALLER] = who
      if (!spec.unmetered) {
        const taken = gate.limiter.take(rateLimitOf(who, product, options.limits))
        passLimit(taken instanceof Promise ? await taken : taken, reply, options)
      }
      if (spec.may && isCaller(who)) await requireOneOf(spec.may, who, options)
    },
    handler: async (request, reply) => {
      const who = callerOf(request)!
      if (changes) {
        requireVersion(request.headers)
        requireAbsent(request.headers)
      }
      const body = isMedia(spec.body) ? await readMedia(request, spec) : request.body
      const work = (body: unknown) =>
        atVersions(compares ? request.headers['if-match'] : undefined, async (version) =>
          handler(new Received(request, reply, endpoint, body, version) as Input<Endpoint>, who),
        )
      const key = request.headers['idempotency-key']
      // What is signed has an id of its own, which its receiver looks at.
      const keyed = endpoint.method === 'POST' && spec.auth !== 'signature' && typeof key === 'string'
      const given = keyed
        ? await onceFor(gate.db, { ...senderOf(who), key, about: aboutOf(request, endpoint, who), body }, work)
        : await work(body)
      return send(reply, endpoint, given instanceof Answer ? given : new Answer(given), options)
    },
    onResponse: (request, _reply, done) => {
      const who = callerOf(request)
      if (who && isCaller(who) && !spec.unmetered) gate.meter.count(who, product, endpoint.line)
      done()
    },
  })
}

const senderOf = (who: Visitor | Caller) =>
  isCaller(who) ? { tenant: who.tenant, actor: who.actor.id } : { actor: who.ip }

/** A body means something else in another workspace or context, or as another type. */
const aboutOf = ({ url, headers }: FastifyRequest, { line }: Endpoint, who: Visitor | Caller) => [
  ...[line, url, isCaller(who) ? who.workspace : undefined],
  ...['x-context-id', 'x-graph-scope', 'content-type'].map((name) => headers[name]?.toString()),
]

const routePath = ({ path, spec }: Endpoint): string =>
  (spec.restOfPath ? path.replace(/\{\w+\}$/, '*') : path).replace(/\{(\w+)\}/g, ':$1')

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  options: MountOptions,
): Promise<Visitor | Caller> {
  const { gate, product, limits } = options
  const visitor = incoming(request)
  try {
    return await gate.identify(visitor, endpoint, product)
  } catch (error) {
    // Guessing credentials costs the guesser's address its calls.
    const byAddress = rateLimitOf({ requestId: '', userAgent: '', ip: visitor.ip }, product, limits)
    passLimit(await gate.limiter.take(byAddress), reply, options)
    const { unresolved } = endpoint.spec
    throw unresolved && isAppError(error) && error.status === 401 ? new AppError(unresolved) : error
  }
}

async function requireOneOf(may: readonly string[], caller: Caller, { roleOf }: MountOptions): Promise<void> {
  const role = await roleOf?.(caller)
  if (role && may.includes(role)) return
  fail('role_required', `This needs one of the roles ${may.join(', ')}; yours is ${role ?? 'none'}.`, {
    required_role: may,
  })
}

function passLimit(verdict: Verdict, reply: FastifyReply, options: MountOptions): void {
  reply.header('ratelimit-policy', `"default";q=${verdict.limit};w=60`)
  reply.header('ratelimit', `"default";r=${verdict.remaining};t=${verdict.resetSeconds}`)
  if (verdict.allowed) return
  options.onLimited?.(options.product)
  fail(
    'rate_limited',
    `The limit is ${verdict.limit} calls a minute.`,
    {},
    { 'retry-after': String(verdict.resetSeconds) },
  )
}

/** Fastify warns about keys that are there but undefined, so only what exists is written. */
function routeSchema({ spec }: Endpoint): NonNullable<RouteShorthandOptions['schema']> {
  const ok = isMedia(spec.ok)
    ? undefined
    : { [successStatus(spec)]: spec.ok, ...(spec.alsoStatus && { [spec.alsoStatus]: spec.ok }) }
  return {
    ...(spec.query && { querystring: spec.query }),
    ...(spec.body && !isMedia(spec.body) && { body: spec.body }),
    ...(ok && { response: ok }),
  }
}

/** The part of a request that identity looks at. */
export function incoming(request: FastifyRequest) {
  return {
    requestId: request.id,
    ip: request.ip,
    peer: request.socket.remoteAddress ?? '',
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
    method: request.method,
    url: request.url,
    headers: request.headers,
  }
}

async function readMedia(request: FastifyRequest, { body, maxBytes }: Spec): Promise<unknown> {
  const media = body as Media
  const type = String(request.headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase()
  if (!media.contentTypes.includes(type))
    fail('unsupported_media_type', `Send ${media.contentTypes.join(' or ')}, not “${type}”.`)
  if (request.headers.expect !== undefined) refuseUnread(request.headers, maxBytes)
  const isGzip = request.headers['content-encoding'] === 'gzip'
  if (media.media === 'text' && !isGzip) return readBodyText(request.raw, maxBytes)
  const limited = isGzip ? gunzipped(request.raw, maxBytes) : limitedBytes(request.raw, maxBytes)
  return media.media === 'text' ? readText(limited) : limited
}

function send(reply: FastifyReply, endpoint: Endpoint, given: Answer<unknown>, options: MountOptions): unknown {
  const { spec } = endpoint
  reply.code(given.status ?? successStatus(spec)).headers(given.headers)
  if (!isMedia(spec.ok)) {
    if (spec.file && isStream(given.body))
      return spec.file.media === 'events'
        ? sendEvents(reply, endpoint, given.body as AsyncIterable<ServerEvent>, options)
        : reply.send(Readable.from(given.body))
    const next = isPaged(endpoint) ? nextOf(given.body) : undefined
    if (next) reply.header('link', nextLink(reply.request.url, next))
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

function sendEvents(
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
    // The answer to one question may be finished; what goes on for ever may not.
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
  return fail('rate_limited', `${streams!.most} live streams of yours are open; end one.`, {}, { 'retry-after': '5' })
}
