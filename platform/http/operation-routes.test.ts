import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { openLog } from '../log.ts'
import type { Check } from '../operation/health.ts'
import { openMetrics } from '../operation/metrics.ts'
import type { RequestEnd, Tracing } from '../operation/tracing.ts'
import { measureRequests, mountOperation, type Phase, traceRequests } from './operation-routes.ts'
import { createHttp, type Http } from './server.ts'

const log = openLog('silent')
const broken = async (): Promise<void> => {
  throw new Error('password=hunter2')
}

interface Server {
  app: Http
  state: { phase: Phase }
}
async function withServer(
  options: { metricsToken?: string; checks?: Check[]; tracing?: Tracing },
  work: (server: Server) => Promise<void>,
): Promise<void> {
  const config = readConfig([], options.metricsToken ? { METRICS_TOKEN: options.metricsToken } : {})
  const app = await createHttp(config, log)
  const state = { phase: 'running' as Phase }
  const metrics = openMetrics()
  measureRequests(app, metrics)
  traceRequests(app, options.tracing)
  mountOperation(app, { config, metrics, checks: options.checks ?? [], state, log })
  app.get('/things/:id', async () => ({ ok: true }))
  try {
    await work({ app, state })
  } finally {
    await app.close()
  }
}
const get = (app: Http, url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url, headers, remoteAddress })

test('/healthz answers in every phase and for everyone', () =>
  withServer({ checks: [{ name: 'database', check: broken }] }, async ({ app, state }) => {
    for (const phase of ['starting', 'running', 'stopping'] as const) {
      state.phase = phase
      const answer = await get(app, '/healthz', {}, '203.0.113.9')
      assert.deepEqual([answer.statusCode, answer.json()], [200, { status: 'ok' }])
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
  }))

test('/readyz is ok while the process runs and its dependencies work, but not while it starts or stops', () =>
  withServer({ checks: [{ name: 'database', check: async () => {} }] }, async ({ app, state }) => {
    const ready = await get(app, '/readyz')
    assert.deepEqual([ready.statusCode, ready.json().status, ready.json().checks.database.status], [200, 'ok', 'ok'])
    for (const phase of ['starting', 'stopping'] as const) {
      state.phase = phase
      const answer = await get(app, '/readyz')
      assert.deepEqual([answer.statusCode, answer.json()], [503, { status: 'down', phase, checks: {} }])
    }
  }))

test('a failed dependency is 503, an optional one degraded, and the reason is only logged', () =>
  withServer({ checks: [{ name: 'database', check: broken }] }, async ({ app }) => {
    const down = await get(app, '/readyz')
    assert.deepEqual([down.statusCode, down.json().status, down.json().checks.database.status], [503, 'down', 'failed'])
    assert.ok(!down.body.includes('hunter2'))
    await withServer({ checks: [{ name: 'mail', check: broken, optional: true }] }, async (other) => {
      const degraded = await get(other.app, '/readyz')
      assert.deepEqual([degraded.statusCode, degraded.json().status], [200, 'degraded'])
    })
  }))

test('without a token, metrics are for this machine only, and not for requests through a proxy on it', () =>
  withServer({}, async ({ app }) => {
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
      assert.equal((await get(app, '/metrics', {}, address)).statusCode, 200, address)
    const refused = [
      await get(app, '/metrics', {}, '203.0.113.9'),
      await get(app, '/metrics', {}, '::ffff:10.0.0.1'),
      await get(app, '/metrics', { 'x-forwarded-for': '203.0.113.9' }),
      await get(app, '/metrics', { forwarded: 'for=203.0.113.9' }),
    ]
    for (const answer of refused) assert.deepEqual([answer.statusCode, answer.json().code], [403, 'loopback_only'])
  }))

test('with a token, metrics are available from anywhere, but only with the token', () =>
  withServer({ metricsToken: 'scrape-me' }, async ({ app }) => {
    const from = (authorization?: string) => get(app, '/metrics', authorization ? { authorization } : {}, '203.0.113.9')
    assert.equal((await from('Bearer scrape-me')).statusCode, 200)
    for (const wrong of [undefined, 'Bearer scrape-m', 'Bearer scrape-me2', 'Basic scrape-me', 'Bearer ']) {
      const answer = await from(wrong)
      assert.deepEqual([answer.statusCode, answer.json().code], [401, 'unauthenticated'], wrong)
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
    assert.equal((await get(app, '/metrics')).statusCode, 401)
  }))

test('requests are measured by route pattern, and unknown paths together', () =>
  withServer({}, async ({ app }) => {
    for (const id of [1, 2, 3]) await get(app, `/things/${id}?secret=1`)
    for (const id of [1, 2]) await get(app, `/nothing/${id}`)
    const answer = await get(app, '/metrics')
    assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/)
    const count = (labels: string) => `http_request_duration_seconds_count{${labels}}`
    assert.ok(answer.body.includes(`${count('method="GET",route="/things/:id",status="2xx"')} 3`))
    assert.ok(answer.body.includes(`${count('method="GET",route="none",status="4xx"')} 2`))
    assert.ok(!answer.body.includes('nothing/1'))
  }))

test('every request is a span from start to end', async () => {
  const seen: (RequestEnd & { method: string; traceparent: unknown })[] = []
  const tracing: Tracing = {
    startRequest: (method, { traceparent }) => ({ end: (outcome) => seen.push({ ...outcome, method, traceparent }) }),
    close: async () => {},
  }
  await withServer({ tracing }, async ({ app }) => {
    await get(app, '/things/7?secret=1', { traceparent: 'parent', 'x-request-id': 'request-7' })
    await app.inject({ method: 'POST', url: '/nowhere' })
  })
  const [first, second] = seen
  const span = { route: '/things/:id', status: 200, requestId: 'request-7', method: 'GET', traceparent: 'parent' }
  assert.deepEqual(first, span)
  assert.deepEqual([second?.method, second?.route, second?.status], ['POST', 'none', 404])
})
