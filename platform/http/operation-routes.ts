// Routes for operators: liveness, readiness and metrics.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isCaller } from '../caller.ts'
import type { Config } from '../config/config.ts'
import { fail } from '../errors.ts'
import { comesFromThisMachine } from '../identity/this-machine.ts'
import type { Log } from '../log.ts'
import type { Check } from '../operation/health.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { RequestSpan, Tracing } from '../operation/tracing.ts'
import { watchReadiness } from '../operation/watch.ts'
import { statusOf } from './leaving.ts'
import { callerOf } from './requester.ts'

export type Phase = 'starting' | 'running' | 'stopping'

export interface OperationOptions {
  config: Pick<Config, 'metricsToken'>
  metrics: Metrics
  checks: readonly Check[]
  /** Read at every request; the process updates it. */
  state: { readonly phase: Phase }
  log: Log
}

export function mountOperation(app: FastifyInstance, options: OperationOptions): void {
  const { config, metrics, state } = options
  const readiness = watchReadiness(options.checks, options.log)
  app.addHook('onClose', async () => readiness.stop())

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (state.phase !== 'running') return reply.code(503).send({ status: 'down', phase: state.phase, checks: {} })
    const { status, checks } = await readiness.read()
    return reply.code(status === 'down' ? 503 : 200).send({ status, phase: state.phase, checks })
  })

  app.get('/metrics', async (request, reply) => {
    if (config.metricsToken) checkToken(request.headers.authorization, config.metricsToken)
    else if (!comesFromThisMachine(request.headers, request.socket.remoteAddress ?? '')) fail('loopback_only')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

/**
 * Measures every response of the routes that are added from here on. Event streams are excluded, because they last as
 * long as the client listens. Each route has its own hook, because looking up the pattern of a request is slow.
 */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRoute', (route) => {
    const { url } = route
    route.onResponse = [route.onResponse ?? []].flat().concat((request, reply, done) => {
      if (!request.headers.accept?.startsWith('text/event-stream'))
        metrics.request(request.method, url, statusOf(reply), reply.elapsedTime / 1000)
      done()
    })
  })
  // Unknown paths share one label; otherwise anyone could fill the memory with labels.
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) metrics.request(request.method, 'none', statusOf(reply), reply.elapsedTime / 1000)
    done()
  })
}

/** A span for every request; does nothing if tracing is off. */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
  if (!tracing) return
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    spans.set(request, tracing.startRequest(request.method, request.headers))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const caller = callerOf(request)
    const tenant = caller && isCaller(caller) ? caller.tenant : undefined
    const outcome = { route: routeOf(request), status: statusOf(reply), requestId: request.id }
    spans.get(request)?.end({ ...outcome, ...(tenant && { tenant }) })
    done()
  })
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

function checkToken(authorization: string | undefined, token: string): void {
  const given = /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(given), digest(token)))
    fail('unauthenticated', 'Send the metrics token as a bearer token.', {}, { 'www-authenticate': 'Bearer' })
}

/** Hashed to equal length, so that the comparison reveals nothing about the token. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
