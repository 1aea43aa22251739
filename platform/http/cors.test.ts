import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { openLog } from '../log.ts'
import { createHttp, type Http } from './server.ts'

const log = openLog('silent')
const OURS = 'https://console.example.com'
const ALSO_OURS = 'https://other.example.com'
const THEIRS = 'https://elsewhere.test'

async function withServer(origins: string, work: (app: Http) => Promise<void>): Promise<void> {
  const app = await createHttp(readConfig([], { CORS_ORIGINS: origins }), log)
  app.get('/things', async () => ({ padding: 'x'.repeat(4_000) }))
  app.post('/things', async () => ({ ok: true }))
  try {
    await work(app)
  } finally {
    await app.close()
  }
}
const ask = (app: Http, origin: string, headers: Record<string, string> = {}) =>
  app.inject({ url: '/things', headers: { origin, ...headers } })
const preflight = (app: Http, origin: string) =>
  app.inject({
    method: 'OPTIONS',
    url: '/things',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  })
const grants = (headers: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

test('without CORS_ORIGINS no page of another origin can read a response', () =>
  withServer('', async (app) => {
    const answers = [await ask(app, OURS), await preflight(app, OURS), await app.inject('/nothing')]
    assert.deepEqual(
      answers.map((answer) => grants(answer.headers)),
      [[], [], []],
    )
    assert.equal(answers[1]!.statusCode, 405)
    assert.equal(answers[0]!.headers['cross-origin-resource-policy'], 'same-origin')
  }))

test('a preflight from an allowed origin is granted', () =>
  withServer(`${OURS}, ${ALSO_OURS}`, async (app) => {
    for (const origin of [OURS, ALSO_OURS]) {
      const { statusCode, headers } = await preflight(app, origin)
      assert.equal(statusCode, 204)
      assert.equal(headers['access-control-allow-origin'], origin)
      assert.match(String(headers['access-control-allow-methods']), /\bPOST\b/)
      assert.match(String(headers['access-control-allow-headers']), /authorization/i)
      assert.equal(headers['access-control-max-age'], '600')
    }
  }))

test('all methods of the APIs are allowed across origins', () =>
  withServer(OURS, async (app) => {
    const { headers } = await preflight(app, OURS)
    const allowed = String(headers['access-control-allow-methods']).split(/, */)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) assert.ok(allowed.includes(method), method)
  }))

test('a page of an allowed origin can read the response and the headers that it needs', () =>
  withServer(OURS, async (app) => {
    const { statusCode, headers } = await ask(app, OURS)
    assert.deepEqual([statusCode, headers['access-control-allow-origin']], [200, OURS])
    const exposed = String(headers['access-control-expose-headers']).split(/, */)
    for (const name of ['etag', 'ratelimit', 'retry-after', 'x-request-id']) assert.ok(exposed.includes(name), name)
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  }))

test('another origin, a longer name of an allowed one, and null are not allowed', () =>
  withServer(`${OURS},${ALSO_OURS}`, async (app) => {
    for (const origin of [THEIRS, `${OURS}.elsewhere.test`, OURS.replace('https', 'http'), 'null'])
      for (const { headers } of [await ask(app, origin), await preflight(app, origin)])
        assert.equal(headers['access-control-allow-origin'], undefined, origin)
  }))

test('credentials are never allowed, so another site cannot use a cookie', () =>
  withServer(OURS, async (app) => {
    for (const { headers } of [await ask(app, OURS), await preflight(app, OURS), await ask(app, THEIRS)]) {
      assert.equal(headers['access-control-allow-credentials'], undefined)
      assert.notEqual(headers['access-control-allow-origin'], '*')
    }
  }))

test('responses vary by origin and by accepted encoding', () =>
  withServer(`${OURS},${ALSO_OURS}`, async (app) => {
    for (const encoding of ['gzip', undefined]) {
      const { headers } = await ask(app, OURS, encoding ? { 'accept-encoding': encoding } : {})
      assert.equal(headers['content-encoding'], encoding)
      assert.deepEqual(String(headers.vary).toLowerCase().split(/, */).toSorted(), ['accept-encoding', 'origin'])
    }
  }))

test('a page can read the error of a request that is rejected early', () =>
  withServer(`${OURS}, ${ALSO_OURS}`, async (app) => {
    for (const url of ['/things?q=%00', '/things?q=%zz', '/%zz']) {
      const { statusCode, headers } = await app.inject({ url, headers: { origin: OURS } })
      assert.deepEqual([statusCode, headers['access-control-allow-origin']], [400, OURS], url)
      assert.match(String(headers['access-control-expose-headers']), /x-request-id/)
      assert.match(String(headers.vary), /origin/i)
      const other = await app.inject({ url, headers: { origin: THEIRS } })
      assert.deepEqual([other.statusCode, other.headers['access-control-allow-origin']], [400, undefined], url)
    }
  }))

test('OPTIONS without a preflight header is answered as without CORS', () =>
  withServer(OURS, async (app) => {
    for (const headers of [{}, { origin: OURS }, { 'access-control-request-method': 'POST' }]) {
      const known = await app.inject({ method: 'OPTIONS', url: '/things', headers })
      assert.deepEqual([known.statusCode, known.json().code], [405, 'method_not_allowed'])
      assert.match(String(known.headers.allow), /GET/)
      assert.equal((await app.inject({ method: 'OPTIONS', url: '/nothing', headers })).statusCode, 404)
    }
  }))

test('a preflight has the headers of every response', () =>
  withServer(OURS, async (app) => {
    const { headers } = await preflight(app, OURS)
    assert.ok(headers['x-request-id'] && headers['x-content-type-options'])
  }))
