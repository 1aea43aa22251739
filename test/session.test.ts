// The workspace session from the password to its end, as a browser sees it: our own provider over real HTTP.
import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { type Caller, type Role, systemCaller } from '@veritrace/platform/caller'
import { removeMember } from '@veritrace/platform/identity/leaving/remove-member'
import { changeRole } from '@veritrace/platform/identity/tenancy/members'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { insertUser } from '@veritrace/platform/identity/users/store'
import { createUser, type User } from '@veritrace/platform/identity/users/users'
import { newId } from '@veritrace/platform/ids'
import { freePort } from '@veritrace/platform/ports'
import type { Server } from '../apps/server/start.ts'
import { openServer, strictServer } from './own-server.ts'

const PASSWORD = 'a walk along the quay'
/** A cheap hash, because slow hashing is not tested here; a hash contains its own parameters. */
const CHEAP = `scrypt$16$1$1$c2FsdA$${scryptSync(PASSWORD, 'salt', 32, { N: 16, r: 1, p: 1 }).toString('base64url')}`
const PAGES = '/api/provenance/v1/app/pages'
const OURS = { 'x-csrf': '1' }

describe('the workspace session', () => {
  let server: Server
  before(async () => {
    server = await strictServer()
  })

  test('signing in returns to the original page, and the cookie opens the API', async () => {
    const { user, tenant } = await makeMember(server, 'admin', PASSWORD)
    const browser = openBrowser(server.url)
    const back = await signIn(browser, user, '?return_to=%2Ftrust%2Fnorthwind')
    assert.equal(back.location, `${server.url}/trust/northwind`)
    const { status, body } = await browser.go('/session')
    assert.equal(status, 200)
    assert.deepEqual(body.user, { id: user.id, email: user.email, display_name: user.displayName })
    assert.deepEqual([body.tenant, body.role, body.operator], [tenant, 'admin', false])
    assert.ok(new Date(String(body.expires_at)) > new Date())
    const pages = await browser.go(PAGES)
    assert.deepEqual([pages.status, pages.body], [200, { items: [], next: '' }])
  })

  test('without a return URL, signing in ends on an existing page', async () => {
    const { user } = await makeMember(server, 'viewer')
    const browser = openBrowser(server.url)
    const { location } = await signIn(browser, user)
    assert.equal(location, `${server.url}/workspace`)
    for (const address of [location!, '/workspace/evidence/ev_1', '/workspace/pages/not-published/disclosures']) {
      const { url, status } = await browser.follow(address)
      assert.match(new URL(url).pathname, /^\/workspace(\/|$)/, address)
      // 503 if the app was not built.
      assert.ok(status === 200 || status === 503, `${address}: ${status}`)
    }
  })

  test('without the cookie there is no session, and with an invented one it has expired', async () => {
    const browser = openBrowser(server.url)
    assert.deepEqual(refusalOf(await browser.go(PAGES)), [401, 'unauthenticated'])
    browser.cookies.set('veritrace_session', 'invented')
    assert.deepEqual(refusalOf(await browser.go(PAGES)), [401, 'session_expired'])
  })

  test('the wrong password opens nothing', async () => {
    const { user } = await makeMember(server, 'admin')
    const browser = openBrowser(server.url)
    const { status, location } = await signIn(browser, user, '', 'not the password')
    assert.deepEqual([status, location], [401, undefined])
    assert.equal(browser.cookies.has('veritrace_session'), false)
  })

  test('scripts cannot read the cookie, and forms of other sites cannot send it', async () => {
    const { user } = await makeMember(server, 'viewer')
    const { setCookies } = await signIn(openBrowser(server.url), user)
    const line = setCookies.find((cookie) => cookie.startsWith('veritrace_session='))
    assert.match(line!, /^veritrace_session=[\w-]{43}; Path=\/; Max-Age=43(200|199); HttpOnly; SameSite=Lax$/)
  })

  test('a write requires proof that it comes from our own pages', async (t) => {
    const { browser } = await memberSignsIn(server, 'admin')
    const create = (headers: Headers) => browser.send('POST', PAGES, newPage(), headers)
    const first = await create(OURS)
    assert.equal(first.status, 201)
    const page = `${PAGES}/${first.body.slug}`
    const update = (headers: Headers) => browser.send('PATCH', page, { headline: 'Changed' }, headers)

    const signs: [string, Headers, boolean][] = [
      ['the header X-CSRF', OURS, true],
      ['our origin', { origin: server.url }, true],
      ['a browser that sends same-origin', { 'sec-fetch-site': 'same-origin' }, true],
      ['a request without proof', {}, false],
      ['another value of X-CSRF', { 'x-csrf': 'yes' }, false],
      ['the origin of another site', { origin: 'https://evil.test' }, false],
      ['another origin with X-CSRF', { origin: 'https://evil.test', ...OURS }, false],
      ['a hidden origin', { origin: 'null', ...OURS }, false],
      ['our host on another port', { origin: 'http://localhost:1', ...OURS }, false],
      ['a browser that sends cross-site', { 'sec-fetch-site': 'cross-site', ...OURS }, false],
      ['a browser that sends same-site', { 'sec-fetch-site': 'same-site', ...OURS }, false],
    ]
    for (const [name, headers, passes] of signs)
      await t.test(`${name} ${passes ? 'is accepted' : 'is rejected'}`, async () => {
        const answers = [await create(headers), await update(headers)]
        if (passes)
          assert.deepEqual(
            answers.map(({ status }) => status),
            [201, 200],
          )
        else for (const answer of answers) assert.deepEqual(refusalOf(answer), [403, 'csrf_rejected'])
      })
    assert.equal((await browser.go(PAGES)).status, 200, 'reading needs no proof')
  })

  test('signing out ends the session, wherever the cookie is', async () => {
    const { browser } = await memberSignsIn(server, 'admin')
    const kept = browser.cookies.get('veritrace_session')!
    assert.deepEqual(refusalOf(await browser.send('POST', '/session/logout')), [403, 'csrf_rejected'])
    assert.equal((await browser.go(PAGES)).status, 200)
    assert.equal((await browser.send('POST', '/session/logout', undefined, OURS)).status, 200)
    assert.equal(browser.cookies.has('veritrace_session'), false)
    browser.cookies.set('veritrace_session', kept)
    assert.deepEqual(refusalOf(await browser.go(PAGES)), [401, 'session_expired'])
    assert.deepEqual(refusalOf(await browser.go('/session')), [401, 'session_expired'])
    assert.deepEqual(refusalOf(await browser.send('POST', PAGES, newPage(), OURS)), [401, 'session_expired'])
  })

  test('signing out leads to the provider; after its session has ended too, the next sign-in asks for a password', async () => {
    const { browser } = await memberSignsIn(server, 'admin')
    const { body } = await browser.send('POST', '/session/logout', undefined, OURS)
    const question = await browser.go(String(body.redirect_to))
    const action = /action="([^"]+)"/.exec(question.text)![1]!
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)![1]!
    const out = await browser.go(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })
    assert.equal(out.location, `${server.url}/`)
    assert.match((await browser.follow('/session/login')).text, /type="password"/)
  })

  test('a cookie planted before the sign-in is replaced, and opens nothing', async () => {
    const { user } = await makeMember(server, 'admin')
    const browser = openBrowser(server.url)
    browser.cookies.set('veritrace_session', 'planted')
    await signIn(browser, user)
    const first = browser.cookies.get('veritrace_session')!
    assert.notEqual(first, 'planted')
    assert.equal((await browser.go('/session')).status, 200)
    // The provider has a session by now, so the second sign-in asks for nothing.
    await browser.follow('/session/login', isOutside)
    assert.notEqual(browser.cookies.get('veritrace_session'), first)
    for (const old of ['planted', first]) {
      const thief = openBrowser(server.url)
      thief.cookies.set('veritrace_session', old)
      assert.deepEqual(refusalOf(await thief.go(PAGES)), [401, 'session_expired'])
    }
  })

  test('switching to another tenant issues a new cookie, and gives access to that tenant only', async () => {
    const { browser, user, tenant } = await memberSignsIn(server, 'admin')
    await browser.send('POST', PAGES, newPage(), OURS)
    const second = await makeTenant(server)
    const change = () => browser.send('POST', '/session/tenant', { tenant: second }, OURS)
    assert.deepEqual(refusalOf(await change()), [404, 'tenant_not_found'])
    await join(server, second, user, 'viewer')
    const old = browser.cookies.get('veritrace_session')!
    assert.deepEqual(refusalOf(await browser.send('POST', '/session/tenant', { tenant: second })), [
      403,
      'csrf_rejected',
    ])
    assert.equal((await change()).status, 204)
    assert.notEqual(browser.cookies.get('veritrace_session'), old)
    const { body } = await browser.go('/session')
    assert.deepEqual([body.tenant, body.role], [second, 'viewer'])
    assert.deepEqual((await browser.go(PAGES)).body.items, [])
    const named = await browser.go(PAGES, { headers: { 'x-tenant-id': tenant } })
    assert.deepEqual(refusalOf(named), [403, 'tenant_mismatch'])
    browser.cookies.set('veritrace_session', old)
    assert.deepEqual(refusalOf(await browser.go(PAGES)), [401, 'session_expired'])
  })

  test('the current role of a member applies to every call, and a removed member loses access immediately', async () => {
    const { browser, user, owner } = await memberSignsIn(server, 'admin')
    const write = () => browser.send('POST', PAGES, newPage(), OURS)
    assert.equal((await write()).status, 201)
    await changeRole(server.platform, owner, user.id, 'viewer')
    assert.deepEqual(refusalOf(await write()), [403, 'role_too_low'])
    assert.equal((await browser.go(PAGES)).status, 200)
    await removeMember(server.platform, owner, user.id)
    assert.deepEqual(refusalOf(await browser.go(PAGES)), [401, 'session_expired'])
    assert.deepEqual(refusalOf(await browser.go('/session')), [401, 'session_expired'])
  })

  test('with HTTPS the cookies are Secure and have the __Host- prefix', async (t) => {
    const port = await freePort()
    const secure = await openServer({
      PRODUCTS: 'provenance',
      PUBLIC_URL: 'https://veritrace.test',
      PORT: String(port),
    })
    t.after(secure.close)
    const { user, tenant } = await makeMember(secure, 'admin')
    // Like a proxy: forwards the public URL to the server.
    const browser = openBrowser(secure.url, `http://127.0.0.1:${port}`)
    const begun = await browser.go('/session/login')
    assert.match(
      begun.setCookies[0]!,
      /^__Host-veritrace-login=[\w.-]+; Path=\/; Max-Age=2700; HttpOnly; SameSite=Lax; Secure$/,
    )
    const { setCookies, location } = await signIn(browser, user)
    assert.equal(location, 'https://veritrace.test/workspace')
    const line = setCookies.find((cookie) => cookie.startsWith('__Host-veritrace='))
    assert.match(line!, /^__Host-veritrace=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    assert.equal((await browser.go('/session')).body.tenant, tenant)
    const plain = openBrowser(secure.url, `http://127.0.0.1:${port}`)
    plain.cookies.set('veritrace_session', browser.cookies.get('__Host-veritrace')!)
    assert.deepEqual(refusalOf(await plain.go('/session')), [401, 'unauthenticated'])
  })
})

interface Member {
  user: User
  tenant: string
  /** A caller who may change the tenant's members. */
  owner: Caller
}

async function makeMember(server: Server, role: Role, password?: string): Promise<Member> {
  const { db, clock } = server.platform
  const email = `${newId('p')}@example.com`
  const account = { email, displayName: 'Grace Brook' }
  const user = await (password ? createUser({ db, clock }, { ...account, password }) : cheapUser(server, account))
  const tenant = await makeTenant(server)
  await join(server, tenant, user, role)
  return { user, tenant, owner: systemCaller(tenant, 'cus_test') }
}

async function cheapUser({ platform }: Server, account: { email: string; displayName: string }): Promise<User> {
  const user = { ...account, id: newId('usr'), emailVerifiedAt: null, createdAt: platform.clock.now() }
  await insertUser(platform.db, { ...user, passwordHash: CHEAP })
  return { ...user, disabledAt: null }
}

async function makeTenant({ platform }: Server): Promise<string> {
  const id = newId('t').replace('_', '-')
  await ensureTenant(platform.db, { id, displayName: id })
  return id
}

const join = ({ platform }: Server, tenant: string, user: User, role: Role) =>
  insertMember(platform.db, {
    tenant_id: tenant,
    user_id: user.id,
    role,
    email: user.email,
    display_name: user.displayName,
    joined_at: platform.clock.now(),
  })

async function memberSignsIn(server: Server, role: Role): Promise<Member & { browser: Browser }> {
  const member = await makeMember(server, role)
  const browser = openBrowser(server.url)
  await signIn(browser, member.user)
  return { ...member, browser }
}

/** Signs in from /session/login through the provider's form, to the last response before the redirect to a page. */
async function signIn(browser: Browser, user: User, query = '', password = PASSWORD): Promise<Landed> {
  const form = await browser.follow(`/session/login${query}`)
  const body = new URLSearchParams({ email: user.email, password })
  const sent = await browser.go(form.url, { method: 'POST', body, headers: { origin: new URL(form.url).origin } })
  return sent.location ? browser.follow(sent.location, isOutside) : sent
}

const isOutside = (url: string): boolean => !/^\/(session|auth)\//.test(new URL(url).pathname)
const newPage = () => ({ slug: newId('p').replace('_', '-'), display_name: 'A page' })
const refusalOf = ({ status, body }: Landed) => [status, body.code]

type Headers = Record<string, string>
interface Landed {
  url: string
  status: number
  location: string | undefined
  text: string
  /** The JSON body; empty without one. */
  body: Record<string, unknown>
  setCookies: string[]
}
type Browser = ReturnType<typeof openBrowser>

/** Stores cookies. Sends requests for `home` to `machine`. */
function openBrowser(home: string, machine = home) {
  const cookies = new Map<string, string>()
  const go = async (
    address: string,
    { headers, ...init }: RequestInit & { headers?: Headers } = {},
  ): Promise<Landed> => {
    const url = new URL(address, home)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = { ...headers, cookie }
    const response = await fetch(url.href.replace(home, machine), { ...init, headers: all, redirect: 'manual' })
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    const text = await response.text()
    const to = response.headers.get('location')
    const location = to === null ? undefined : new URL(to, url).href
    const body = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : {}
    return { url: url.href, status: response.status, location, text, body, setCookies }
  }
  /** Follows redirects up to a page, or until `until` returns true. */
  const follow = async (address: string, until: (url: string) => boolean = () => false): Promise<Landed> => {
    const landed = await go(address)
    return landed.location && !until(landed.location) ? follow(landed.location, until) : landed
  }
  const send = (method: string, address: string, body?: unknown, headers: Headers = {}): Promise<Landed> =>
    go(address, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { cookies, go, follow, send }
}
