// Queries to an external provider: what is allowed, what is sent, and what comes back. Runs in production mode, without
// the development endpoints.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { provenance, provenanceMigrations } from '../index.ts'
import { askIam } from './ask-iam.ts'
import { questionOf, questionUrl } from './rules.ts'

const BASE = '/api/provenance/v1'
let app: TestApp
let upstream: Server
let tenant: Tenant
let key: string
const asked: IncomingMessage[] = []
let says = (_request: IncomingMessage, response: ServerResponse): unknown => response.end()

before(async () => {
  upstream = createServer((request, response) => {
    asked.push(request)
    says(request, response)
  })
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done))
  const { port } = upstream.address() as AddressInfo
  const env = {
    NODE_ENV: 'production',
    IAM_PROXY_URL: `http://127.0.0.1:${port}/manage/v2`,
    IAM_PROXY_TOKEN: 'token-of-ours',
  }
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], env }, provenance)
  tenant = await app.tenant()
  key = await app.key(tenant, 'member')
})
after(async () => {
  await app.close()
  upstream.closeAllConnections()
  await new Promise((done) => upstream.close(done))
})

/** Sends the path as it is; fetch would normalize it. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((done, broken) => {
    const { hostname, port } = new URL(app.url)
    const options = { hostname, port, path: `${BASE}/app/iam/${path}`, agent: false }
    const call = request({ ...options, headers: { authorization: `Bearer ${key}`, ...headers } }, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      done({ status: response.statusCode!, headers: response.headers, body })
    })
    call.once('error', broken).end()
  })

const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

test('a query goes to a path that we build, with our token and of the caller only the Accept header', async () => {
  says = json({ members: ['Uma'] })
  asked.length = 0
  const { status, body } = await ask('members?limit=5', {
    accept: 'application/json',
    cookie: 'other=1',
    'x-forwarded-host': 'evil.test',
    'x-secret': 'mine',
    'user-agent': 'spy',
  })
  assert.deepEqual([status, JSON.parse(body)], [200, { members: ['Uma'] }])
  const [{ url, headers }] = asked as [IncomingMessage]
  assert.equal(url, `/manage/v2/organizations/${tenant.id}/members?limit=5`)
  const ours = ['accept', 'accept-encoding', 'authorization', 'connection', 'host', 'user-agent']
  assert.deepEqual(Object.keys(headers).sort(), ours)
  assert.equal(headers.authorization, 'Bearer token-of-ours')
  assert.notEqual(headers['user-agent'], 'spy')
})

test('no header of the answer is passed on', async () => {
  says = (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': 'sid=1',
        'x-internal': 'node-7',
        server: 'idp',
      })
      .end('{}')
  const { status, headers } = await ask('roles')
  assert.equal(status, 200)
  assert.deepEqual([headers['set-cookie'], headers['x-internal'], headers.server], [undefined, undefined, undefined])
})

test('an answer that is not JSON, a redirect or an error is 502 and reveals nothing', async () => {
  const answers: Record<string, typeof says> = {
    html: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<b>secret</b>'),
    broken: (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{secret'),
    redirect: (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end(),
    refusal: json({ secret: true }, 401),
    failure: json({ secret: true }, 500),
    cut: (_request, response) => response.destroy(),
    large: json('x'.repeat(1_000_001)),
  }
  for (const [name, answer] of Object.entries(answers)) {
    says = answer
    const { status, body } = await ask('roles')
    assert.deepEqual([name, status, JSON.parse(body).code], [name, 502, 'iam_failed'])
    assert.doesNotMatch(body, /secret/)
  }
  says = json({}, 404)
  assert.equal((await ask('roles')).status, 404)
})

test('a member of another tenant cannot be queried', async () => {
  const other = await app.tenant()
  const row = { role: 'owner', email: null, display_name: 'Elsewhere', joined_at: new Date() } as const
  await insertMember(app.platform.db, { tenant_id: other.id, user_id: 'usr_elsewhere', ...row })
  await insertMember(app.platform.db, { tenant_id: tenant.id, user_id: 'auth0|here', ...row })
  says = json({ ok: true })
  asked.length = 0
  assert.equal((await ask('members/usr_elsewhere')).status, 404)
  assert.equal((await ask('members/auth0%7Chere')).status, 200)
  assert.deepEqual(
    asked.map(({ url }) => url),
    [`/manage/v2/organizations/${tenant.id}/members/auth0%7Chere`],
  )
})

const HOSTILE = [
  '..',
  '../..',
  '../../admin',
  './users/me',
  'users/../admin',
  'users/me/..',
  'users/me/../../admin',
  'users//me',
  '/users/me',
  '//evil.test/users/me',
  'users/me/',
  'members/.',
  'members/..',
  'members/...',
  'members/%2e%2e',
  'members/%2E%2E%2Fadmin',
  'members/..%2f..%2fadmin',
  'members/%252e%252e',
  'members/%252e%252e%252fadmin',
  '%2e%2e%2fadmin',
  '%2f%2fevil.test',
  '%5c%5cevil.test',
  'members%5c..%5cadmin',
  'members\\..\\admin',
  'https://evil.test/users/me',
  'https%3A%2F%2Fevil.test%2Fusers%2Fme',
  'https:%2f%2fevil.test',
  '@evil.test/users/me',
  'members/x@evil.test%2f..',
  'users/me%00',
  'users/me%0d%0aX-Evil:%201',
  'users/me%3Fadmin=1',
  'users/me%23',
  'members/{id}',
  'members/a%25b',
  'members/%c0%ae%c0%ae',
  'users/%ZZ',
  'USERS/me',
  'users/me;admin',
  '__proto__',
  'constructor',
  'toString',
  'admin',
]

test('no hostile path reaches the provider', async () => {
  says = json({ escaped: true })
  asked.length = 0
  for (const path of HOSTILE) {
    const { status, body } = await ask(path)
    assert.ok(status === 404 || status === 400, `${path} was answered ${status} ${body}`)
  }
  assert.deepEqual(
    asked.map(({ url }) => url),
    [],
  )
})

test('an id that could change the path is not sent', () => {
  const where = { tenant: 't-1', user: 'usr_1' }
  assert.equal(questionUrl('https://idp.test/m', { path: 'users/me' }, where)?.href, 'https://idp.test/m/users/usr_1')
  for (const id of ['..', '.', 'a/b', 'a\\b', '%2e%2e', '', 'a b', 'a?b', 'a#b'])
    for (const ids of [
      { ...where, tenant: id },
      { ...where, user: id },
    ])
      for (const path of ['users/me', 'organizations/current'] as const)
        assert.doesNotMatch(String(questionUrl('https://idp.test/m', { path }, ids)), /\.\.|%2e|a[/\\]b/i)
  assert.equal(questionOf('members/{id}'), undefined)
})

test('without a configured URL and without an embedded provider, the error is not_configured', async () => {
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const { keys, sessions } = app.platform.identity
  const deps = { db: app.platform.db, identity: { keys, sessions }, iam: undefined }
  const called = askIam(deps, caller, 'roles', { limit: 50 }, undefined)
  await assert.rejects(called, { code: 'not_configured', status: 503 })
})

test('the development endpoints do not exist in production', async () => {
  const owner = await app.key(tenant, 'owner')
  for (const path of ['/usage', '/webhooks/test'])
    for (const headers of [{}, { authorization: `Bearer ${owner}` }]) {
      const response = await fetch(app.url + BASE + path, { method: 'POST', headers })
      assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [404, 'route_not_found'])
    }
})
