// The HTTP server of the process: limits, ids, headers, errors. Routes come from mount.ts and the pages beside it.
import { Readable } from 'node:stream'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { AppError, fail } from '../errors.ts'
import { newRequestId } from '../ids.ts'
import type { Log } from '../log.ts'
import { hasBody, watchArrival } from './arrival.ts'
import { COMPRESSED_FROM, COMPRESSED_TO, compress, encodingFor, isCompressible } from './compression.ts'
import { etagOf, isKnown } from './etag.ts'
import { parseJsonBody, parseJsonLines } from './json-body.ts'
import { CALLER } from './mount.ts'
import { sendProblem } from './problem.ts'
import { requestLog } from './request-log.ts'
import { lazySerializers } from './serialization.ts'
import { clientErrorHandler, closeSilent, cutOff } from './sockets.ts'
import { compileSchema } from './validation.ts'

export type Http = FastifyInstance

export interface Route {
  method: string
  /** With parameters as the specification writes them: `/vendors/{slug}`. */
  path: string
}
const routes = new WeakMap<Http, Route[]>()
/** Every address the server answers, but for those of files. */
export const routesOf = (app: Http): readonly Route[] => routes.get(app) ?? []

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
const missingPages = new WeakMap<Http, Answering>()
/** From now on a browser that asks for a page which does not exist reads this one instead of a problem document. */
export const answerMissingPages = (app: Http, answer: Answering): void => void missingPages.set(app, answer)

/** What APIs answer; pages that show something set their own policy. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/
const HEADER_BYTES = 16 * 1024
/** The longest text that an address may hold is a query of 64 KiB, and each of its characters may come as an escape. */
const ADDRESS_BYTES = 3 * 64 * 1024

export interface HttpOptions {
  /** How long a body may stand still. */
  stillMs?: number
}

export async function createHttp(config: Config, log: Log, { stillMs }: HttpOptions = {}): Promise<Http> {
  const headers = commonHeaders(config)
  const app = Fastify({
    logger: false,
    trustProxy: config.http.trustedProxies.length > 0 ? [...config.http.trustedProxies] : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId()
    },
    bodyLimit: 1024 * 1024,
    // What counts is that a body keeps coming: see arrival.ts.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: ADDRESS_BYTES + HEADER_BYTES,
      // Node would refuse a request without one in no words at all.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // What still arrives on a kept connection is answered like the rest; the answer says that the connection ends.
    return503OnClosing: false,
    clientErrorHandler,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    // An address that cannot be read leads to no route, and so past every hook.
    frameworkErrors: (error, request, reply) =>
      sendProblem(error, request, reply.headers(headers).header('x-request-id', request.id), log),
  })
  app.decorateRequest(CALLER)
  app.setValidatorCompiler(compileSchema)
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, log))
  acceptBodies(app)
  addHeaders(app, headers, config.http.publicUrl, stillMs)
  answerUnknownRoutes(app)
  logRequests(app, log)
  closeSilent(app)
  if (config.http.corsOrigins.length > 0)
    await app.register(cors, {
      origin: [...config.http.corsOrigins],
      credentials: false,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['etag', 'link', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'],
      maxAge: 600,
    })
  return app
}

/** JSON is parsed here; other types stay streams for the endpoints that take them. */
function acceptBodies(app: Http): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body),
  )
  // RFC 7396 §4: the type that a PATCH may also have.
  app.addContentTypeParser(
    'application/merge-patch+json',
    { parseAs: 'buffer' },
    async ({ method }: FastifyRequest, body: Buffer) => (method === 'PATCH' ? parseJsonBody(body) : notTaken()),
  )
  app.addContentTypeParser(
    'application/x-ndjson',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { lines } = request.routeOptions.config
      return lines === undefined ? notTaken() : { [lines]: parseJsonLines(body) }
    },
  )
  app.addContentTypeParser('*', (request, _payload, done) => {
    const takesJson = Boolean(request.routeOptions.schema?.body)
    if (!takesJson) return done(null)
    done(Object.assign(new Error('unsupported media type'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }))
  })
}
const notTaken = (): never => fail('unsupported_media_type')

function commonHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': config.http.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'cache-control': 'private, no-cache',
  }
}

/** For our own name and all below it; for that of a customer, who may have other servers below it, for the name alone. */
function bindingTo(publicUrl: string | undefined): ((host: string) => string) | undefined {
  const { protocol, host: ours } = new URL(publicUrl ?? 'http://localhost')
  if (protocol !== 'https:') return undefined
  return (host) => (host === ours ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000')
}

/** Sets what every answer carries and refuses what has no honest use: one hook, because each costs every request. */
function addHeaders(
  app: Http,
  headers: Record<string, string>,
  publicUrl: string | undefined,
  stillMs: number | undefined,
): void {
  const binding = bindingTo(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw)) watchArrival(request.raw, () => cutOff(request, reply), stillMs)
    reply.headers(headers).header('x-request-id', request.id)
    if (binding) reply.header('strict-transport-security', binding(request.host))
    done(strangeness(request))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(reply, payload)) return done(null, payload)
    const isSmall = payload.length < COMPRESSED_FROM
    // As bytes once, and not for the tag, the length, the compressor and the socket each.
    const sent = isSmall || typeof payload !== 'string' ? payload : Buffer.from(payload)
    const varies = !isSmall && isCompressible(String(reply.getHeader('content-type')))
    if (varies) varyBy(reply, 'accept-encoding')
    if (isRead(request) && reply.statusCode === 200 && isUnchanged(request, reply, sent)) {
      reply.code(304).removeHeader('content-length')
      // To an empty text for HEAD Fastify would add its length, which is not that of the answer to GET.
      return done(null, request.method === 'HEAD' ? Readable.from([]) : '')
    }
    const encoding = varies && encodingFor(request.headers['accept-encoding'])
    if (!encoding) return done(null, sent)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    compress(encoding, sent).then((bytes) => done(null, bytes), done)
  })
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Streams and files go out as they are; what a handler has written itself as bytes is a text like any other. */
const isText = (reply: FastifyReply, payload: unknown): payload is string | Uint8Array =>
  typeof payload === 'string' ||
  (payload instanceof Uint8Array &&
    payload.length <= COMPRESSED_TO &&
    isCompressible(String(reply.getHeader('content-type'))) &&
    !reply.hasHeader('content-encoding'))

/** Gives the answer its ETag, unless the handler did; whether the client has it already. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, payload: string | Uint8Array): boolean {
  if (!reply.hasHeader('etag')) reply.header('etag', etagOf(payload))
  const known = request.headers['if-none-match']
  return known !== undefined && isKnown(String(reply.getHeader('etag')), known)
}

/** Beside what others have said that the answer depends on. */
function varyBy(reply: FastifyReply, header: string): void {
  const known = reply.getHeader('vary')
  reply.header('vary', known ? `${known}, ${header}` : header)
}

/** Two hosts, large headers, another server's address, compressed bodies, NUL and escapes that are no text. */
function strangeness(request: FastifyRequest): AppError | undefined {
  const { rawHeaders, url = '' } = request.raw
  let hosts = 0
  let size = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    size += rawHeaders[i]!.length + rawHeaders[i + 1]!.length
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') hosts++
  }
  if (size > HEADER_BYTES) return new AppError('headers_too_large')
  if (hosts !== 1) return new AppError('bad_request', 'The request must have exactly one Host header.')
  if (!url.startsWith('/')) return new AppError('bad_request', 'The request must name a path, not a whole address.')
  if (url.includes('%00')) return new AppError('bad_request', 'The address holds the character U+0000.')
  if (!isDecodable(url)) return new AppError('bad_request', 'The address has an escape that is not UTF-8.')
  const encoding = request.headers['content-encoding']
  if (encoding && !(encoding === 'gzip' && request.routeOptions.config.gzip))
    return new AppError('unsupported_media_type', refusedEncoding(encoding, request.routeOptions.config.gzip))
  return undefined
}

/** The parser of queries leaves a parameter as it came where it cannot read it. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const refusedEncoding = (encoding: string, takesGzip = false): string =>
  takesGzip
    ? `A body may be compressed with gzip here, not with “${encoding.slice(0, 40)}”.`
    : 'Compressed bodies are not accepted here.'

/** 405 where the address exists with another method, 404 where it does not. */
function answerUnknownRoutes(app: Http): void {
  const known: { method: string; pattern: RegExp }[] = []
  const named: Route[] = []
  routes.set(app, named)
  app.addHook('onRoute', ({ url, method, config }) => {
    // What answers everywhere, as for CORS, makes no address known.
    if (/^\/?\*$/.test(url)) return
    const path = url.replace(/\*$/, `{${config?.rest}}`).replace(/:(\w+)/g, '{$1}')
    const plain = url.replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
    const pattern = new RegExp(`^${plain.replace(/\*$/, '.+').replace(/:\w+/g, '[^/]+')}$`)
    for (const one of [method].flat()) {
      known.push({ method: one, pattern })
      if (!url.endsWith('*') || config?.rest) named.push({ method: one, path })
    }
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    // A route that takes the method has looked, and found nothing at the address.
    const allowed = methods.has(request.method) ? [] : [...methods]
    const page = missingPages.get(app)
    if (allowed.length === 0 && page && wantsPage(request, path)) return page(request, reply)
    if (allowed.length === 0) fail('route_not_found', `There is nothing at ${path}.`)
    fail('method_not_allowed', `${path} takes ${allowed.join(', ')}.`, {}, { allow: allowed.join(', ') })
  })
}

/** Programs read problem documents, whatever they say that they accept. */
const FOR_PROGRAMS = /^\/(api|graph|auth|openapi)(?![^/.])/
const wantsPage = ({ method, headers }: FastifyRequest, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && !FOR_PROGRAMS.test(path) && Boolean(headers.accept?.includes('text/html'))

function logRequests(app: Http, log: Log): void {
  const write = requestLog(log)
  app.addHook('onResponse', (request, reply, done) => {
    write(request, reply)
    done()
  })
}
