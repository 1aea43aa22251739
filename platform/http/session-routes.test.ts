// Signing in through a real external OpenID Provider, with a browser that stores cookies and follows redirects.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import Provider from 'oidc-provider'
import { invite } from '../identity/invitations/invitations.ts'
import { openRelyingParty } from '../identity/sessions/relying-party.ts'
import { addMember } from '../identity/tenancy/members.ts'
import { findMembership } from '../identity/tenancy/store.ts'
import {
  closeServer,
  listen,
  openTestApp,
  type TestApp,
  type TestTenancy,
  testPerson,
  testTenancy,
  testTenant,
} from '../identity/testing.ts'
import { openLog } from '../log.ts'
import { mountSessions } from './session-routes.ts'

const TENANT_CLAIM = 'urn:idp:iam:org:id'
const SECRET = 'a-secret-of-the-workspace-client'
let tenancy: TestTenancy
let app: TestApp
let provider: Provider
let idp: string
/** The account that the provider signs in next, and its claims. */
let account: { id: string; tenant?: string; role?: string; verified?: boolean | 'false' }

const server = createServer((request, response) => {
  if (request.url?.startsWith('/interaction/'))
    void provider.interactionFinished(request, response, { login: { accountId: account.id, amr: ['pwd'] } })
  else void provider.callback()(request, response)
})

async function openApp(settings: Record<string, string> = {}, issuer = idp): Promise<TestApp> {
  const opened = await openTestApp(tenancy, { issuer, settings })
  const relyingParty = openRelyingParty({
    issuer: () => issuer,
    clientId: 'workspace',
    clientSecret: SECRET,
    publicUrl: opened.url,
    tenantClaim: TENANT_CLAIM,
    roleClaim: 'role',
    clock: tenancy.clock,
  })
  const { sessions, identify, limiter, url: publicUrl } = opened
  const gate = { identify, limiter }
  await mountSessions(opened.http, { ...tenancy, gate, sessions, relyingParty, publicUrl, externalProvider: true })
  await opened.listen()
  return opened
}

before(async () => {
  tenancy = await testTenancy()
  idp = await listen(server)
  app = await openApp()
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  provider = new Provider(idp, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'k' }] },
    cookies: { keys: ['cookie-key'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    clients: [
      {
        client_id: 'workspace',
        client_secret: SECRET,
        id_token_signed_response_alg: 'ES256',
        redirect_uris: [`${app.url()}/session/callback`],
        post_logout_redirect_uris: [`${app.url()}/`],
      },
    ],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Name and email come from userinfo, the tenant from the ID token.
    claims: { openid: ['sub', TENANT_CLAIM, 'role'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: account.verified,
        name: `Name of ${id}`,
        [TENANT_CLAIM]: account.tenant,
        role: account.role,
      }),
    }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
})
after(async () => {
  await app.close()
  await closeServer(server)
})

type Headers = Record<string, string>
interface Landed {
  url: string
  status: number
  code: unknown
  body: Record<string, unknown>
  setCookies: string[]
}
interface Browser {
  cookies: Map<string, string>
  go(url: string, options?: { method?: string; headers?: Headers; body?: string }): Promise<Landed>
  /** Follows redirects until `until` returns true. */
  follow(url: string, until?: (url: string) => boolean): Promise<Landed>
}

/** Stores cookies by host and port, as if they were two hosts. */
function openBrowser(): Browser {
  const cookies = new Map<string, string>()
  const go: Browser['go'] = async (url, { headers, ...options } = {}) => {
    const { host } = new URL(url)
    const mine = [...cookies].filter(([key]) => key.startsWith(`${host} `))
    const cookie = mine.map(([key, value]) => `${key.slice(host.length + 1)}=${value}`).join('; ')
    const response = await fetch(url, { ...options, redirect: 'manual', headers: { ...headers, cookie } })
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/Max-Age=0|01 Jan 1970/i.test(line)) cookies.delete(`${host} ${name}`)
      else cookies.set(`${host} ${name}`, value!)
    }
    const location = response.headers.get('location')
    const text = await response.text()
    const body = text.startsWith('{') ? JSON.parse(text) : {}
    return {
      url: location ? new URL(location, url).href : url,
      status: response.status,
      code: body.code,
      body,
      setCookies,
    }
  }
  const follow: Browser['follow'] = async (url, until = () => false) => {
    let landed = await go(url)
    while (landed.status >= 300 && landed.status < 400 && !until(landed.url)) landed = await go(landed.url)
    return landed
  }
  return { cookies, go, follow }
}

const isCallback = (url: string) => url.startsWith(`${app.url()}/session/callback`)
const atHome = (url: string) => url.startsWith(app.url()) && !url.includes('/session/')
const sessionCookie = (browser: Browser) => browser.cookies.get(`${new URL(app.url()).host} veritrace_session`)
const loginCookie = (browser: Browser) =>
  `veritrace_login=${browser.cookies.get(`${new URL(app.url()).host} veritrace_login`)}`
const login = (browser: Browser, query = '') => browser.follow(`${app.url()}/session/login${query}`, atHome)

async function memberSignsIn(role = 'admin'): Promise<{ browser: Browser; tenant: string }> {
  const tenant = await testTenant(tenancy)
  account = { id: testPerson().id, tenant: tenant.id, role }
  const browser = openBrowser()
  await login(browser)
  return { browser, tenant: tenant.id }
}

test('signing in returns to the original page, with a session of the named tenant', async () => {
  const tenant = await testTenant(tenancy)
  account = { id: testPerson().id, tenant: tenant.id, role: 'reviewer' }
  const browser = openBrowser()
  const landed = await login(browser, '?return_to=%2Fworkspace%2Fpages%3Ftab%3Ddraft')
  assert.equal(landed.url, `${app.url()}/workspace/pages?tab=draft`)
  const line = landed.setCookies.find((cookie) => cookie.startsWith('veritrace_session='))
  assert.match(line!, /^veritrace_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/)
  assert.ok(landed.setCookies.some((cookie) => cookie.startsWith('veritrace_login=; Path=/; Max-Age=0')))
  const { status, body } = await browser.go(`${app.url()}/session`)
  assert.equal(status, 200)
  assert.deepEqual(
    { user: body.user, tenant: body.tenant, role: body.role },
    {
      user: { id: account.id, email: `${account.id}@example.com`, display_name: `Name of ${account.id}` },
      tenant: tenant.id,
      role: 'reviewer',
    },
  )
  assert.ok(new Date(String(body.expires_at)) > tenancy.clock.now())
  assert.equal((await browser.go(`${app.url()}/mine`)).body.tenant, tenant.id)
})

test('no token reaches the browser', async () => {
  const { browser } = await memberSignsIn()
  const own = [...browser.cookies].filter(([key]) => key.startsWith(new URL(app.url()).host))
  assert.deepEqual(
    own.map(([key]) => key.split(' ')[1]),
    ['veritrace_session'],
  )
  assert.ok(!own[0]![1].includes('.'))
})

test('without a session the response is 401', async () => {
  const { status, code } = await openBrowser().go(`${app.url()}/session`)
  assert.deepEqual([status, code], [401, 'unauthenticated'])
})

test('a cookie that was planted before sign-in is useless afterward', async () => {
  const tenant = await testTenant(tenancy)
  account = { id: testPerson().id, tenant: tenant.id }
  const browser = openBrowser()
  const { host } = new URL(app.url())
  browser.cookies.set(`${host} veritrace_session`, 'planted')
  await login(browser)
  const first = sessionCookie(browser)!
  assert.notEqual(first, 'planted')
  await login(browser)
  assert.notEqual(sessionCookie(browser), first)
  const thief = openBrowser()
  for (const old of ['planted', first]) {
    thief.cookies.set(`${host} veritrace_session`, old)
    assert.equal((await thief.go(`${app.url()}/session`)).code, 'session_expired')
  }
})

test('a response from the provider that does not match the request opens no session', async (t) => {
  const tenant = await testTenant(tenancy)
  account = { id: testPerson().id, tenant: tenant.id }
  /** Goes to the provider with a changed request and returns with a changed response. */
  const attempt = async (change: { out?: (url: URL) => void; back?: (url: URL) => void; wait?: number }) => {
    const browser = openBrowser()
    const out = new URL((await browser.go(`${app.url()}/session/login`)).url)
    change.out?.(out)
    const back = new URL((await browser.follow(out.href, isCallback)).url)
    change.back?.(back)
    tenancy.clock.advance(change.wait ?? 0)
    return { browser, landed: await browser.go(back.href) }
  }
  const cases: Record<string, Parameters<typeof attempt>[0]> = {
    'another state': { back: (url) => url.searchParams.set('state', 'x') },
    'no state': { back: (url) => url.searchParams.delete('state') },
    'two states': { back: (url) => url.searchParams.append('state', 'x') },
    'another code': { back: (url) => url.searchParams.set('code', 'x') },
    'no code': { back: (url) => url.searchParams.delete('code') },
    'another issuer': { back: (url) => url.searchParams.set('iss', 'https://evil.test') },
    'another nonce': { out: (url) => url.searchParams.set('nonce', 'x') },
    'another PKCE challenge': { out: (url) => url.searchParams.set('code_challenge', 'x'.repeat(43)) },
    'a refusal': {
      back: (url) => {
        url.searchParams.delete('code')
        url.searchParams.set('error', 'access_denied')
      },
    },
    'too late': { wait: 2_700_001 },
  }
  for (const [name, change] of Object.entries(cases))
    await t.test(name, async () => {
      const { browser, landed } = await attempt(change)
      assert.deepEqual([landed.status, landed.code], [400, 'login_failed'])
      assert.equal(sessionCookie(browser), undefined)
    })
  await t.test('the callback in another browser', async () => {
    const first = openBrowser()
    const { url } = await first.follow(`${app.url()}/session/login`, isCallback)
    const landed = await openBrowser().go(url)
    assert.deepEqual([landed.status, landed.code], [400, 'login_failed'])
    const second = openBrowser()
    await second.go(`${app.url()}/session/login`)
    assert.equal((await second.go(url)).code, 'login_failed')
    assert.equal((await first.go(url)).status, 303)
  })
  await t.test('the same code again, with or without the login cookie', async () => {
    const browser = openBrowser()
    const { url } = await browser.follow(`${app.url()}/session/login`, isCallback)
    const remembered = new Map(browser.cookies)
    assert.equal((await browser.go(url)).status, 303)
    assert.equal((await browser.go(url)).code, 'login_failed')
    for (const [name, value] of remembered) browser.cookies.set(name, value)
    assert.equal((await browser.go(url)).code, 'login_failed')
  })
})

test('a return URL on another site is replaced by the workspace', async () => {
  const tenant = await testTenant(tenancy)
  account = { id: testPerson().id, tenant: tenant.id }
  for (const elsewhere of ['//evil.test', '/\\evil.test', 'https:evil.test', '/\t/evil.test', '/%2f%2fevil.test']) {
    const landed = await login(openBrowser(), `?return_to=${encodeURIComponent(elsewhere)}`)
    assert.equal(landed.url, `${app.url()}/workspace`, elsewhere)
  }
})

test('a user without a tenant gets no session', async () => {
  account = { id: testPerson().id }
  const browser = openBrowser()
  const nowhere = await login(browser)
  assert.deepEqual([nowhere.status, nowhere.code, sessionCookie(browser)], [403, 'customer_not_resolved', undefined])
  const { url } = await browser.follow(`${app.url()}/session/login`, isCallback)
  const page = await fetch(url, { headers: { accept: 'text/html', cookie: loginCookie(browser) } })
  assert.deepEqual([page.status, page.headers.get('content-type')], [403, 'text/html; charset=utf-8'])
  assert.match(await page.text(), /Your account has no workspace/, 'browsers get a page')
  account.tenant = 'no-such-tenant'
  assert.equal((await login(browser)).code, 'customer_not_resolved')
})

test('the provider sets the role of a new member once; later changes are ours', async () => {
  const tenant = await testTenant(tenancy)
  const person = testPerson()
  await addMember(tenancy, tenant.owner, person, 'viewer')
  account = { id: person.id, tenant: tenant.id, role: 'owner' }
  await login(openBrowser())
  assert.equal((await findMembership(tenancy.db, person.id, tenant.id))?.role, 'viewer')
})

test('an email address that the provider has not verified cannot accept an invitation', async () => {
  const tenant = await testTenant(tenancy)
  const { id } = testPerson()
  const { token } = await invite(tenancy, tenant.owner, { email: `${id}@example.com`, role: 'reviewer' })
  for (const verified of [false, 'false'] as const) {
    account = { id, verified }
    assert.equal((await login(openBrowser(), `?invitation=${token}`)).code, 'invitation_for_other')
  }
  account = { id, verified: true }
  await login(openBrowser(), `?invitation=${token}`)
  assert.equal((await findMembership(tenancy.db, id, tenant.id))?.role, 'reviewer')
})

test('signing in with an invitation accepts it if the email address matches', async () => {
  const tenant = await testTenant(tenancy)
  const { id } = testPerson()
  const { token } = await invite(tenancy, tenant.owner, { email: `${id.toUpperCase()}@example.com`, role: 'reviewer' })
  account = { id: testPerson().id }
  assert.equal((await login(openBrowser(), `?invitation=${token}`)).code, 'invitation_for_other')
  account = { id }
  const browser = openBrowser()
  await login(browser, `?invitation=${token}`)
  const { body } = await browser.go(`${app.url()}/session`)
  assert.deepEqual([body.tenant, body.role], [tenant.id, 'reviewer'])
  account = { id: testPerson().id }
  assert.equal((await login(openBrowser(), `?invitation=${token}`)).code, 'invitation_not_found')
})

test('switching the tenant requires a proof of origin and a membership, and issues a new cookie', async () => {
  const { browser } = await memberSignsIn()
  const second = await testTenant(tenancy)
  const before = sessionCookie(browser)!
  const change = (tenant: string, headers: Headers = { 'x-csrf': '1' }) =>
    browser.go(`${app.url()}/session/tenant`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ tenant }),
    })
  assert.equal((await change(second.id, {})).code, 'csrf_rejected')
  assert.equal((await change(second.id)).code, 'tenant_not_found')
  const person = { id: account.id, email: null, displayName: 'x' }
  await addMember(tenancy, second.owner, person, 'viewer')
  assert.equal((await change(second.id)).status, 204)
  assert.notEqual(sessionCookie(browser), before)
  assert.equal((await browser.go(`${app.url()}/session`)).body.tenant, second.id)
})

test('signing out ends our session and leads to the provider', async () => {
  const { browser, tenant } = await memberSignsIn()
  const { host } = new URL(app.url())
  const old = sessionCookie(browser)!
  const logout = (headers: Headers) => browser.go(`${app.url()}/session/logout`, { method: 'POST', headers })
  assert.equal((await logout({})).code, 'csrf_rejected')
  assert.equal((await logout({ origin: 'https://evil.test', 'x-csrf': '1' })).code, 'csrf_rejected')
  const out = await logout({ 'x-csrf': '1' })
  const next = new URL(String(out.body.redirect_to))
  assert.equal(next.origin + next.pathname, `${idp}/session/end`)
  assert.equal(next.searchParams.get('post_logout_redirect_uri'), `${app.url()}/`)
  assert.equal(next.searchParams.get('id_token_hint')?.split('.').length, 3)
  assert.equal(sessionCookie(browser), undefined)
  browser.cookies.set(`${host} veritrace_session`, old)
  assert.equal((await browser.go(`${app.url()}/session`)).code, 'session_expired')
  const form = await logout({ origin: app.url(), accept: 'text/html' })
  assert.equal(form.status, 303)
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit_entries where tenant_id = ${tenant} order by sequence`.execute(tenancy.db)
  assert.deepEqual(rows.map((row) => row.action).slice(-2), ['session.create', 'session.revoke'])
})

test('with HTTPS both cookies are Secure and have the __Host- prefix', async () => {
  const secure = await openApp({ PUBLIC_URL: 'https://own.test' })
  try {
    const { headers, statusCode } = await secure.http.inject('/session/login')
    assert.equal(statusCode, 303)
    const line = String(headers['set-cookie'])
    assert.match(line, /^__Host-veritrace-login=[\w.-]+; Path=\/; Max-Age=2700; HttpOnly; SameSite=Lax; Secure$/)
    assert.equal(headers['cache-control'], 'no-store')
    const out = new URL(String(headers.location))
    assert.equal(out.searchParams.get('redirect_uri'), 'https://own.test/session/callback')
    assert.equal(out.searchParams.get('code_challenge_method'), 'S256')
    const plain = await secure.http.inject({ url: '/session', headers: { cookie: 'veritrace_session=x' } })
    assert.equal(plain.json().code, 'unauthenticated', 'a cookie without the prefix is ignored with HTTPS')
    const ours = await secure.http.inject({ url: '/session', headers: { cookie: '__Host-veritrace=x' } })
    assert.equal(ours.json().code, 'session_expired')
  } finally {
    await secure.close()
  }
})

test('a provider that cannot be reached is 503, and signing out still works', async () => {
  const dead = createServer()
  const address = await listen(dead)
  await closeServer(dead)
  const alone = await openApp({}, address)
  try {
    const { statusCode, headers } = await alone.http.inject('/session/login')
    assert.deepEqual([statusCode, headers['retry-after']], [503, '5'])
    const out = await alone.http.inject({ method: 'POST', url: '/session/logout', headers: { 'x-csrf': '1' } })
    assert.deepEqual(out.json(), { redirect_to: '/' })
  } finally {
    await alone.close()
  }
})

test('the cause of a failed sign-in is logged, without the code and the secret', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const { clock } = tenancy
  const claims = { tenantClaim: TENANT_CLAIM, roleClaim: 'role' }
  const us = { clientId: 'workspace', clientSecret: 'a-wrong-secret', publicUrl: app.url, clock, log, ...claims }
  const misled = openRelyingParty({ issuer: () => idp, ...us })
  account = { id: 'misled' }
  const { url, login } = await misled.begin({ returnTo: '/' })
  const { url: callback } = await openBrowser().follow(url, (at) => at.includes('/session/callback'))
  await assert.rejects(misled.finish(callback, login), { code: 'login_failed', status: 400 })
  assert.equal(lines.length, 1)
  const { msg, provider_status, error } = JSON.parse(lines[0]!)
  assert.deepEqual([msg, provider_status, typeof error], ['a sign-in could not be completed', 401, 'string'])
  for (const secret of ['a-wrong-secret', new URL(callback).searchParams.get('code')!, login.state, login.verifier])
    assert.ok(!lines[0]!.includes(secret))
})

test('the error for an unreachable provider includes the cause, for the log', async () => {
  const dead = createServer()
  const address = await listen(dead)
  await closeServer(dead)
  const us = { clientId: 'w', publicUrl: app.url, clock: tenancy.clock, tenantClaim: TENANT_CLAIM, roleClaim: 'role' }
  const away = openRelyingParty({ issuer: () => address, ...us })
  await assert.rejects(away.begin({ returnTo: '/' }), ({ cause }: Error) => inspect(cause).includes('ECONNREFUSED'))
})

test('the sign-in is rate limited per address', async () => {
  // All at once, so that they fall into one window even on a busy machine.
  const call = () => app.http.inject({ url: '/session/callback', remoteAddress: '198.51.100.77' })
  const answers = await Promise.all(Array.from({ length: 310 }, call))
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([400, 429]))
})
