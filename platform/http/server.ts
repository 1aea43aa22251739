// The HTTP server of the process: limits, IDs, headers and errors. Routes come from mount.ts and the pages.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { isDatabaseDown } from '../db/failures.ts'
import { fail } from '../errors.ts'
import { newRequestId } from '../ids.ts'
import type { Log } from '../log.ts'
import { hasBody, watchArrival } from './arrival.ts'
import { allowOrigins, grantsOf } from './cors.ts'
import { parseJsonBody, parseJsonLines } from './json-body.ts'
import { endWithClient } from './leaving.ts'
import { AWAY_HEADERS, logFailure, sendProblem } from './problem.ts'
import { requestLog } from './request-log.ts'
import { CALLER } from './requester.ts'
import { finishAnswers } from './sending.ts'
import { lazySerializers } from './serialization.ts'
import { answerExpectations, clientErrorHandler, closeSilent, cutOff } from './sockets.ts'
import { HEAD_BYTES, strangeness } from './strange.ts'
import { compileSchema } from './validation.ts'

export type Http = FastifyInstance

export interface Route {
  method: string
  /** With parameters as OpenAPI writes them: `/vendors/{slug}`. */
  path: string
}
const routes = new WeakMap<Http, Route[]>()
/** Every route of the server except static files. */
export const routesOf = (app: Http): readonly Route[] => routes.get(app) ?? []

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
const missingPages = new WeakMap<Http, Answering>()
/** Sets the page that browsers get instead of a problem document if a page does not exist. */
export const answerMissingPages = (app: Http, answer: Answering): void => void missingPages.set(app, answer)

const awayPages = new WeakMap<Http, Answering>()
/** Sets the page that browsers get while the database is unavailable. It must not use the database. */
export const answerAwayPages = (app: Http, answer: Answering): void => void awayPages.set(app, answer)

/** The policy of API responses; pages set their own. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/

export interface HttpOptions {
  /** How long a body may stall. */
  stillMs?: number
}

export async function createHttp(config: Config, log: Log, { stillMs }: HttpOptions = {}): Promise<Http> {
  const headers = commonHeaders(config)
  const { corsOrigins, publicUrl } = config.http
  const app = Fastify({
    logger: false,
    trustProxy: config.http.trustedProxies.length > 0 ? [...config.http.trustedProxies] : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId()
    },
    bodyLimit: 1024 * 1024,
    // A body may take long as long as it keeps arriving: see arrival.ts.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: HEAD_BYTES,
      // Node itself would reject a request without it with an empty body.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // Requests on kept-alive connections are still answered during shutdown; the response closes the connection.
    return503OnClosing: false,
    clientErrorHandler,
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
    // A malformed URL matches no route and bypasses all hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).headers(grantsOf(corsOrigins, request)).header('x-request-id', request.id)
      sendProblem(error, request, reply, log)
    },
  })
  app.decorateRequest(CALLER)
  app.setValidatorCompiler(compileSchema)
  app.setErrorHandler((error, request, reply) => answerFailure(app, log, error, request, reply))
  acceptBodies(app)
  const hasOrigins = corsOrigins.length > 0
  addHeaders(app, headers, { publicUrl, stillMs, refusesLater: hasOrigins })
  if (hasOrigins) {
    await allowOrigins(app, corsOrigins)
    // After CORS, so that pages of allowed origins can read the error.
    app.addHook('onRequest', (request, _reply, done) => done(strangeness(request)))
  }
  finishAnswers(app)
  answerUnknownRoutes(app)
  logRequests(app, log)
  closeSilent(app)
  answerExpectations(app)
  return app
}

/** Returns a promise only if a page is sent, because Fastify sends what the promise resolves to. */
function answerFailure(app: Http, log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const page = awayPages.get(app)
  if (!page || !isDatabaseDown(error) || !wantsPage(request, pathOf(request)))
    return sendProblem(error, request, reply, log)
  logFailure(error, request, log)
  return page(request, reply.headers(AWAY_HEADERS))
}

/** JSON is parsed here; other types remain streams for the endpoints that accept them. */
function acceptBodies(app: Http): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body, looksItself(request)),
  )
  // RFC 7396 §4: PATCH also accepts this type.
  app.addContentTypeParser(
    'application/merge-patch+json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      request.method === 'PATCH' ? parseJsonBody(body, looksItself(request)) : notTaken(),
  )
  app.addContentTypeParser(
    'application/x-ndjson',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { lines } = request.routeOptions.config
      return lines === undefined ? notTaken() : { [lines]: parseJsonLines(body, looksItself(request)) }
    },
  )
  app.addContentTypeParser('*', (request, _payload, done) => {
    const takesJson = Boolean(request.routeOptions.schema?.body)
    if (!takesJson) return done(null)
    done(Object.assign(new Error('unsupported media type'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }))
  })
}
const looksItself = (request: FastifyRequest) => () => Boolean(request.routeOptions.config.ownTexts)
const notTaken = (): never => fail('unsupported_media_type')

function commonHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': API_POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': config.http.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'cache-control': 'private, no-cache',
  }
}

/** HSTS covers subdomains of our domain, but not of a customer's domain, which may have other servers. */
function bindingTo(publicUrl: string | undefined): ((host: string) => string) | undefined {
  const { protocol, host: ours } = new URL(publicUrl ?? 'http://localhost')
  if (protocol !== 'https:') return undefined
  return (host) => (host === ours ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000')
}

/** New keys, tokens and secrets are shown once, in the response to their creation. */
const mayHoldSecret = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

interface Arriving {
  publicUrl: string | undefined
  stillMs: number | undefined
  /** A later hook rejects malformed requests. */
  refusesLater: boolean
}

/**
 * Sets the headers of every response and rejects malformed requests. One hook, because each hook costs every request.
 */
function addHeaders(app: Http, headers: Record<string, string>, { publicUrl, stillMs, refusesLater }: Arriving): void {
  const binding = bindingTo(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    endWithClient(reply)
    // If the client has already disconnected, there is no address and no one to answer.
    if (request.socket.destroyed) return void reply.hijack()
    if (hasBody(request.raw)) watchArrival(request.raw, () => cutOff(request, reply), stillMs)
    reply.headers(headers).header('x-request-id', request.id)
    if (mayHoldSecret(request.method)) reply.header('cache-control', 'no-store')
    if (binding) reply.header('strict-transport-security', binding(request.host))
    done(refusesLater ? undefined : strangeness(request))
  })
}

/** 405 if the path exists with another method, otherwise 404. */
function answerUnknownRoutes(app: Http): void {
  const known: { method: string; pattern: RegExp }[] = []
  const named: Route[] = []
  routes.set(app, named)
  app.addHook('onRoute', ({ url, method, config }) => {
    // Wildcard routes, such as that of CORS, do not make a path known.
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
    const path = pathOf(request)
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    // A route with this method exists but found nothing at this path.
    const allowed = methods.has(request.method) ? [] : [...methods]
    const page = missingPages.get(app)
    if (allowed.length === 0 && page && wantsPage(request, path)) return page(request, reply)
    if (allowed.length === 0) fail('route_not_found', `There is nothing at ${path}.`)
    fail('method_not_allowed', `${path} supports ${allowed.join(', ')}.`, {}, { allow: allowed.join(', ') })
  })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!

/** Paths of APIs always answer with problem documents, regardless of the Accept header. */
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
