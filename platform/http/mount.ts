// Turns an endpoint of the contract into a route: authenticate, limit, validate, handle, meter.
import {
  changesWhatIs,
  comparesVersions,
  type Endpoint,
  isPaged,
  paramNames,
  propertiesOf,
  type Spec,
  successStatus,
} from '@veritrace/contract/endpoint'
import { isMedia, type Media } from '@veritrace/contract/media'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { Answer } from '../answer.ts'
import { type Caller, isCaller, requirePerson, type Visitor } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { transactionFrame } from '../db/transact.ts'
import { AppError, fail, isAppError } from '../errors.ts'
import { refuseDeleted } from '../identity/tenancy/tenants.ts'
import type { Input, Mounted } from '../implement.ts'
import type { Log } from '../log.ts'
import { rateLimitOf } from '../metering/plans.ts'
import type { Verdict } from '../metering/rate-limit.ts'
import type { Product } from '../product.ts'
import { gunzipped, isGzip, limitedBytes, readBodyText, readText, refuseUnread } from './body-stream.ts'
import type { Gate } from './gate.ts'
import { onceFor } from './idempotency.ts'
import { atVersions, requireAbsent, requireVersion } from './if-match.ts'
import { hasLeft } from './leaving.ts'
import { linkNext } from './next-link.ts'
import { Received } from './received.ts'
import { callerOf, incoming, keepCaller } from './requester.ts'
import { sendAnswer } from './send-answer.ts'
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
  /** How often open streams check whether their caller still has access. */
  checkMs?: number
  /** The caller's role in the product. */
  roleOf?: Product['roleOf']
  /** Called for every call above the rate limit. */
  onLimited?: (product: string) => void
  log?: Log
}
type AnyHandler = (input: Input<Endpoint>, caller: Visitor | Caller) => unknown

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

/** Whether the handler reads the JSON body itself, as bytes; otherwise it is parsed before the handler is called. */
const takesJsonBytes = ({ spec }: Endpoint): boolean =>
  isMedia(spec.body) && spec.body.contentTypes.some((type) => type === 'application/json')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As in the contract. */
    gzip?: boolean
    lines?: string
    /** Name of the path parameter that takes the rest of the path. */
    rest?: string
    /** The handler itself checks every text in the body. */
    ownTexts?: boolean
    /** The ETag starts with the version, or equals the one in the body. */
    versioned?: 'in header' | 'in body'
  }
}

function mountOne(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler, options: MountOptions): void {
  const { gate, product } = options
  const { spec } = endpoint
  const [compares, changes, paged] = [comparesVersions(endpoint), changesWhatIs(endpoint), isPaged(endpoint)]
  app.route({
    method: endpoint.method,
    url: options.base + routePath(endpoint),
    schema: routeSchema(endpoint),
    ...(spec.bodyOptional && { validatorCompiler: compileOptional }),
    config: {
      ...(spec.gzip && { gzip: true }),
      ...(spec.lines && { lines: spec.lines }),
      ...(isOpen(spec.body) && { ownTexts: true }),
      ...(spec.versioned && { versioned: 'etag' in propertiesOf(spec.ok) ? 'in body' : 'in header' }),
      ...(spec.restOfPath && { rest: paramNames(endpoint.path).at(-1)! }),
    },
    bodyLimit: spec.maxBytes ?? 1024 * 1024,
    onRequest: async (request, reply) => {
      const who = await admit(request, reply, endpoint, options)
      keepCaller(request, who)
      if (!spec.unmetered) {
        const taken = gate.limiter.take(rateLimitOf(who, product, options.limits))
        passLimit(taken instanceof Promise ? await taken : taken, reply, options)
      }
      if (spec.may && isCaller(who)) await requireOneOf(spec.may, who, options)
      if (spec.people && isCaller(who)) requirePerson(who)
      // If the client has disconnected, reads are dropped, but changes are still made.
      if (endpoint.method === 'GET' && hasLeft(reply)) reply.hijack()
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
      // Signed requests have their own ID, which the receiver checks.
      const keyed = endpoint.method === 'POST' && spec.auth !== 'signature' && typeof key === 'string'
      const given = keyed
        ? await onceFor(gate.db, { ...senderOf(who), key, about: aboutOf(request, endpoint, who), body }, work)
        : await beginning(who, endpoint, () => work(body))
      const answer = given instanceof Answer ? given : new Answer(given)
      if (paged) linkNext(reply, answer.body)
      return sendAnswer(reply, endpoint, answer, options)
    },
    onResponse: (request, _reply, done) => {
      const who = callerOf(request)
      if (who && isCaller(who) && !spec.unmetered) gate.meter.count(who, product, endpoint.line)
      done()
    },
  })
}

const senderOf = (who: Visitor | Caller) =>
  isCaller(who)
    ? { tenant: who.tenant, actor: who.actor.id, begin: (tx: Db) => refuseDeleted(tx, who) }
    : { actor: who.ip }

/** The workspace may have been deleted after authentication and before the first write. */
function beginning<T>(who: Visitor | Caller, { method }: Endpoint, work: () => Promise<T>): Promise<T> {
  if (method === 'GET' || !isCaller(who)) return work()
  const frame = { begin: (tx: Db) => refuseDeleted(tx, who), end: async () => {} }
  return transactionFrame.run({ frame }, work)
}

/** The same body means something else in another workspace or context, or with another content type. */
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
    // Failed authentication counts against the limit of the IP address.
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
    `The limit is ${verdict.limit} calls per minute.`,
    {},
    { 'retry-after': String(verdict.resetSeconds) },
  )
}

/** Only defined keys are set, because Fastify warns about undefined ones. */
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

async function readMedia(request: FastifyRequest, { body, maxBytes }: Spec): Promise<unknown> {
  const media = body as Media
  const type = String(request.headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase()
  if (!media.contentTypes.includes(type))
    fail('unsupported_media_type', `Send ${media.contentTypes.join(' or ')}, not “${type}”.`)
  if (request.headers.expect !== undefined) refuseUnread(request.headers, maxBytes)
  const packed = isGzip(request.headers['content-encoding'])
  if (media.media === 'text' && !packed) return readBodyText(request.raw, maxBytes)
  const limited = packed ? gunzipped(request.raw, maxBytes) : limitedBytes(request.raw, maxBytes)
  return media.media === 'text' ? readText(limited) : limited
}
