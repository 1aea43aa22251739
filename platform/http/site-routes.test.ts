import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../config/config.ts'
import { openLog } from '../log.ts'
import { html } from '../pages/layout.ts'
import { SITE_POLICY } from '../pages/site.ts'
import { createHttp, type Http } from './server.ts'
import { mountSite } from './site-routes.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
let app: Http

before(async () => {
  app = await createHttp(readConfig([], {}), openLog('silent'))
  const start = { title: 'Start', description: 'The start.', body: html`<h1>Start</h1>` }
  const pages = [
    { path: '/', render: async () => start },
    { path: '/trust/:slug', render: async () => undefined },
    { path: '/list', render: async () => start },
    { path: '/away', render: async () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) },
    { path: '/secret/:token', render: async () => start },
  ]
  mountSite(app, pages, { viewerOf: async ({ headers }) => (headers.cookie ? { label: 'Uma' } : undefined) })
  app.post('/session/logout', async (_request, reply) => reply.code(204).send())
})
after(() => app.close())

const get = (url: string, headers: Record<string, string> = { accept: BROWSER }) => app.inject({ url, headers })

for (const url of ['/nothing', '/nothing/at/all?x=1', '/trust/nobody', '/apiary', '/graphics/a', '/openapis'])
  test(`a browser that requests ${url} gets our own page with status 404`, async () => {
    const { statusCode, headers, body } = await get(url)
    assert.equal(statusCode, 404)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['content-security-policy'], SITE_POLICY)
    assert.match(body, /Page not found/)
    assert.match(body, /<meta name="robots" content="noindex">/)
  })

test('while the database is unavailable, browsers get a page and programs a problem document', async () => {
  const { statusCode, headers, body } = await get('/away')
  assert.deepEqual([statusCode, headers['retry-after']], [503, '2'])
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['content-security-policy'], SITE_POLICY)
  assert.match(body, /<h1>This page is temporarily unavailable<\/h1>/)
  assert.equal((await get('/away', {})).json().code, 'unavailable')
})

test('every font in the style sheet is served, and nothing else from that folder', async () => {
  const { body } = await get('/assets/site.css')
  const fonts = [...body.matchAll(/url\(([^)]+)\)/g)].map(([, path]) => path!)
  assert.equal(fonts.length, 3)
  for (const path of fonts) {
    const { statusCode, headers, rawPayload } = await get(path)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'font/woff2'])
    assert.equal(rawPayload.toString('latin1', 0, 4), 'wOF2')
  }
  for (const name of ['nothing.woff2', 'constructor', '..%2Fsite.css'])
    assert.equal((await get(`/assets/fonts/${name}`)).statusCode, 404, name)
})

test('the page shows who is signed in', async () => {
  assert.match((await get('/nothing')).body, /Sign in/)
  const { body } = await get('/nothing', { accept: BROWSER, cookie: 'session=1' })
  assert.match(body, /Uma/)
  assert.doesNotMatch(body, /Sign in/)
})

test('signing in returns to the page including its filters, but never puts a token into the return URL', async () => {
  const returnOf = async (url: string) => {
    const [, address] = /href="(\/session\/login[^"]*)"/.exec((await get(url)).body)!
    return new URL(address!.replaceAll('&#38;', '&'), 'http://own.test').searchParams.get('return_to')
  }
  for (const url of ['/', '/list', '/list?q=a%26b+c&page=2&x=%22%3E']) assert.equal(await returnOf(url), url)
  assert.equal(await returnOf('/secret/abc'), '/')
})

test('the page uses the chosen theme and has a separate ETag for it', async () => {
  const [light, dark, other] = await Promise.all(
    ['light', 'dark', '"><b>'].map((look) => get('/', { accept: BROWSER, cookie: `veritrace_theme=${look}` })),
  )
  assert.match(light!.body, /<html lang="en" data-theme="light">.*name="color-scheme" content="light"/s)
  assert.match(dark!.body, /<html lang="en" data-theme="dark">.*name="color-scheme" content="dark"/s)
  assert.match(other!.body, /<html lang="en">.*name="color-scheme" content="light dark"/s)
  assert.equal(new Set([light, dark, other].map((one) => one!.headers.etag)).size, 3)
})

for (const url of [
  '/api',
  '/api/nothing',
  '/api/provenance/v1/nothing?x=1',
  '/graph/nothing',
  '/auth/nothing',
  '/openapi/nothing.json',
  '/openapi.yaml',
])
  test(`${url} is a problem document, even for browsers`, async () => {
    const { statusCode, headers, json } = await get(url)
    assert.equal(statusCode, 404)
    assert.match(String(headers['content-type']), /^application\/problem\+json/)
    assert.equal(json().code, 'route_not_found')
  })

test('requests that do not accept HTML, and wrong methods, get problem documents', async () => {
  for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }, {}] as Record<string, string>[])
    assert.equal((await get('/nothing', headers)).json().code, 'route_not_found')
  const posted = await app.inject({ method: 'POST', url: '/nothing', headers: { accept: BROWSER } })
  assert.equal(posted.json().code, 'route_not_found')
  assert.equal((await get('/session/logout')).json().code, 'method_not_allowed')
})

test('the URL is not echoed in the page', async () => {
  const { body } = await get('/%3Cscript%3Ealert(1)%3C/script%3E')
  assert.doesNotMatch(body, /alert/)
})

test('HSTS covers only the host of a custom domain, but all subdomains of our domain', async () => {
  const env = { PUBLIC_URL: 'https://veritrace.example.com', SESSION_SECRET: 'x'.repeat(32), DEMO_ALLOW_REMOTE: '1' }
  const secure = await createHttp(readConfig([], env), openLog('silent'))
  secure.get('/', async () => 'x')
  const bindingOf = async (host: string) =>
    (await secure.inject({ url: '/', headers: { host } })).headers['strict-transport-security']
  const bindings = [await bindingOf('veritrace.example.com'), await bindingOf('acme.test')]
  await secure.close()
  assert.deepEqual(bindings, ['max-age=31536000; includeSubDomains', 'max-age=31536000'])
})

test('a server without pages answers everyone with problem documents', async () => {
  const bare = await createHttp(readConfig([], {}), openLog('silent'))
  const answer = await bare.inject({ url: '/nothing', headers: { accept: BROWSER } })
  await bare.close()
  assert.equal(answer.json().code, 'route_not_found')
})
