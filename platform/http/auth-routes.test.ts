import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { revokeClient } from '../identity/provider/clients.ts'
import {
  type AuthServer,
  discover,
  makeApplication,
  makePerson,
  makeProgram,
  openBrowser,
  PASSWORD,
  signIn,
  startAuth,
  startTrip,
} from '../identity/provider/testing.ts'
import { disableUser } from '../identity/users/users.ts'

let server: AuthServer
let person: Awaited<ReturnType<typeof makePerson>>
before(async () => {
  server = await startAuth()
  person = await makePerson(server)
})
after(() => server.close())

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${server.issuer}${path}`, { method: 'POST', body: new URLSearchParams(form), headers })

test('discovery lists endpoints under the issuer, whatever host the request claims', async () => {
  const response = await fetch(`${server.issuer}/.well-known/openid-configuration`, {
    headers: { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' },
  })
  const found = (await response.json()) as Record<string, unknown>
  assert.equal(found.issuer, server.issuer)
  for (const name of ['authorization', 'token', 'jwks', 'userinfo', 'end_session', 'introspection', 'revocation'])
    assert.ok(String(found[name === 'jwks' ? 'jwks_uri' : `${name}_endpoint`]).startsWith(`${server.issuer}/`), name)
  assert.equal(found.registration_endpoint, undefined)
  assert.deepEqual(found.code_challenge_methods_supported, ['S256'])
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
})

test('the key set contains public keys only', async () => {
  const { keys } = (await (await fetch(`${server.issuer}/jwks`)).json()) as { keys: Record<string, unknown>[] }
  assert.ok(keys.length > 0)
  for (const key of keys) assert.deepEqual([key.alg, key.crv, key.d], ['ES256', 'P-256', undefined])
  assert.deepEqual(keys, server.provider.publicKeys().keys)
})

test('client credentials yield a signed token with the attributes of the client in its tenant', async () => {
  const program = await makeProgram(server, { operator: true })
  const granted = await client.clientCredentialsGrant(await discover(server, program))
  const keys = createRemoteJWKSet(new URL(`${server.issuer}/jwks`))
  const { payload } = await jwtVerify(granted.access_token, keys, {
    issuer: server.issuer,
    audience: server.config.auth.audience,
    typ: 'at+jwt',
    algorithms: ['ES256'],
  })
  const { iat, exp, jti, ...claims } = payload
  assert.equal(exp! - iat!, 600)
  assert.ok(jti)
  assert.deepEqual(claims, {
    iss: server.issuer,
    aud: server.config.auth.audience,
    sub: program.clientId,
    client_id: program.clientId,
    'urn:idp:iam:org:id': program.tenant,
    customer_id: program.customer,
    plan: 'pro',
    products: ['graph', 'casework'],
    product_plans: { graph: 'enterprise' },
    role: 'member',
    operator: true,
  })
})

test('a client without its own plan has the plan of its tenant', async () => {
  const program = await makeProgram(server, { plan: undefined, products: undefined, productPlans: undefined })
  await sql`update platform.tenants set plan = 'enterprise', products = '{graph}' where id = ${program.tenant}`.execute(
    server.db,
  )
  const granted = await client.clientCredentialsGrant(await discover(server, program))
  const { plan, products, operator } = decodeJwt(granted.access_token)
  assert.deepEqual({ plan, products, operator }, { plan: 'enterprise', products: ['graph'], operator: undefined })
})

test('an unknown client, a wrong secret and a revoked client get no token', async () => {
  const { clientId, clientSecret } = await makeProgram(server)
  const ask = async (headers: Record<string, string>) => {
    const response = await post('/token', { grant_type: 'client_credentials' }, headers)
    const { error } = (await response.json()) as { error?: string }
    return [response.status, error]
  }
  assert.deepEqual(await ask(basic('nobody', clientSecret)), [401, 'invalid_client'])
  assert.deepEqual(await ask(basic('no%00body', clientSecret)), [400, 'invalid_request'])
  assert.deepEqual(await ask(basic(clientId, `${clientSecret}x`)), [401, 'invalid_client'])
  const { rows } = await sql<{ hash: string }>`
    select secret_hash as hash from platform.oidc_clients where client_id = ${clientId}`.execute(server.db)
  assert.deepEqual(await ask(basic(clientId, rows[0]!.hash)), [401, 'invalid_client'], 'the digest is not the secret')
  assert.deepEqual(await ask({}), [400, 'invalid_request'])
  assert.deepEqual(await ask(basic(clientId, clientSecret)), [200, undefined])
  await revokeClient(server.db, clientId, new Date())
  assert.deepEqual(await ask(basic(clientId, clientSecret)), [401, 'invalid_client'])
})

test('scopes narrow a token, an unknown scope is rejected, and a limited client cannot exceed its limits', async () => {
  const free = await discover(server, await makeProgram(server))
  const scoped = await client.clientCredentialsGrant(free, { scope: 'graph:read' })
  assert.equal(decodeJwt(scoped.access_token).scope, 'graph:read')
  await assert.rejects(client.clientCredentialsGrant(free, { scope: 'graph:raed' }), { error: 'invalid_scope' })
  const limited = await discover(server, await makeProgram(server, { scopes: ['graph:read', 'casework:read'] }))
  assert.equal(decodeJwt((await client.clientCredentialsGrant(limited)).access_token).scope, 'graph:read casework:read')
  await assert.rejects(client.clientCredentialsGrant(limited, { scope: 'graph:write' }), { error: 'invalid_scope' })
  const barred = await discover(server, await makeProgram(server, { scopes: ['email'] }))
  assert.equal(decodeJwt((await client.clientCredentialsGrant(barred)).access_token).scope, 'openid')
})

test('a token for another audience is rejected', async () => {
  const relyingParty = await discover(server, await makeProgram(server))
  const elsewhere = client.clientCredentialsGrant(relyingParty, { resource: 'https://api.example.com' })
  await assert.rejects(elsewhere, { error: 'invalid_target' })
})

test('a person signs in on our page, and the application gets ID, access and refresh tokens', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url, response } = await trip.browser.open(trip.url)
  assert.match(url.pathname, /^\/auth\/interaction\//)
  const page = await response.text()
  assert.match(page, /Ap&#60;p&#62;lication/)
  assert.doesNotMatch(page, /<script/)
  assert.match(String(response.headers.get('content-security-policy')), /default-src 'none'/)
  const arrived = await trip.browser.post(url, { email: person.email.toUpperCase(), password: PASSWORD })
  const tokens = await trip.redeem(arrived.url)
  assert.deepEqual(
    [tokens.claims()?.sub, tokens.claims()?.name, tokens.claims()?.email, tokens.claims()?.email_verified],
    [person.user.id, 'Ada', person.email, true],
  )
  const access = decodeJwt(tokens.access_token)
  assert.deepEqual(
    [access.sub, access['urn:idp:iam:org:id'], access.role, access.operator, access.plan, access.products],
    [person.user.id, 'acme', 'admin', true, 'enterprise', ['provenance']],
  )
  assert.equal(access.scope, undefined)
  assert.ok(tokens.refresh_token)
  assert.deepEqual(await client.fetchUserInfo(relyingParty, tokens.access_token, person.user.id), {
    sub: person.user.id,
    name: 'Ada',
    email: person.email,
    email_verified: true,
  })
})

test('userinfo accepts only access tokens of people', async () => {
  const program = await client.clientCredentialsGrant(await discover(server, await makeProgram(server)))
  const { relyingParty } = await makeApplication(server)
  const { id_token: idToken } = await signIn(server, relyingParty, person.email)
  const status = async (token?: string) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const response = await fetch(`${server.issuer}/userinfo`, { headers })
    return [response.status, response.headers.get('www-authenticate')?.split(' ')[0]]
  }
  for (const token of [undefined, 'x.y.z', program.access_token, idToken])
    assert.deepEqual(await status(token), [401, 'Bearer'])
})

test('a redirect URI that does not match exactly gets no code and no redirect', async () => {
  const { relyingParty, redirectUri } = await makeApplication(server)
  const { url } = await startTrip(server, relyingParty)
  const { host } = new URL(redirectUri)
  for (const wrong of [
    `${redirectUri}/`,
    `${redirectUri}?x=1`,
    `${redirectUri}#x`,
    redirectUri.toUpperCase(),
    redirectUri.replace('/callback', '/%63allback'),
    redirectUri.replace('/callback', '/x/../callback'),
    redirectUri.replace(host, `${host}.evil.example.com`),
    redirectUri.replace(host, `${host}@evil.example.com`),
    redirectUri.replace(/:\d+/, ':1'),
    'https://evil.example.com/callback',
    '//evil.example.com',
    '/\\evil.example.com',
    'javascript:alert(1)',
    '',
  ]) {
    url.searchParams.set('redirect_uri', wrong)
    const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })
    assert.deepEqual([wrong, response.status, response.headers.get('location')], [wrong, 400, null])
    assert.match(await response.text(), /This request cannot be completed/)
  }
  url.searchParams.delete('redirect_uri')
  assert.equal((await fetch(url, { redirect: 'manual' })).status, 400)
})

test('without PKCE, or with a plain challenge, sign-in fails', async () => {
  const { relyingParty, redirectUri } = await makeApplication(server)
  for (const change of [
    (query: URLSearchParams) => query.delete('code_challenge'),
    (query: URLSearchParams) => query.set('code_challenge_method', 'plain'),
  ]) {
    const { url } = await startTrip(server, relyingParty)
    change(url.searchParams)
    const response = await fetch(url, { redirect: 'manual' })
    const to = new URL(response.headers.get('location')!)
    assert.equal(to.origin + to.pathname, redirectUri)
    assert.equal(to.searchParams.get('error'), 'invalid_request')
  }
})

test('a code works once, and only with its verifier; a second use revokes the tokens of the first', async () => {
  const { relyingParty, application, redirectUri } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  const arrived = await trip.browser.post(url, { email: person.email, password: PASSWORD })
  const code = arrived.url.searchParams.get('code')!
  const redeem = async (verifier: string) => {
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
    const response = await post('/token', form, basic(application.clientId, application.clientSecret))
    return (await response.json()) as Record<string, string>
  }
  assert.equal((await redeem('v'.repeat(43))).error, 'invalid_grant')
  const first = await redeem(trip.verifier)
  assert.ok(first.refresh_token)
  assert.equal((await redeem(trip.verifier)).error, 'invalid_grant')
  await assert.rejects(client.refreshTokenGrant(relyingParty, first.refresh_token), { error: 'invalid_grant' })
})

test('exactly one of two simultaneous redemptions of a code succeeds', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  const arrived = await trip.browser.post(url, { email: person.email, password: PASSWORD })
  const results = await Promise.allSettled([trip.redeem(arrived.url), trip.redeem(arrived.url)])
  assert.ok(results.filter(({ status }) => status === 'fulfilled').length <= 1)
})

test('refresh tokens rotate, and reusing an old one ends the whole family', async () => {
  const { relyingParty } = await makeApplication(server)
  const first = await signIn(server, relyingParty, person.email)
  const second = await client.refreshTokenGrant(relyingParty, first.refresh_token!)
  assert.notEqual(second.refresh_token, first.refresh_token)
  assert.equal(decodeJwt(second.access_token).role, 'admin')
  await assert.rejects(client.refreshTokenGrant(relyingParty, first.refresh_token!), { error: 'invalid_grant' })
  await assert.rejects(client.refreshTokenGrant(relyingParty, second.refresh_token!), { error: 'invalid_grant' })
})

test('the database stores refresh tokens and codes as digests only', async () => {
  const { relyingParty } = await makeApplication(server)
  const tokens = await signIn(server, relyingParty, person.email)
  const { rows } = await sql`
    select id from platform.oidc_records
    where id = ${tokens.refresh_token} or payload::text like ${`%${tokens.refresh_token}%`}`.execute(server.db)
  assert.equal(rows.length, 0)
})

test('a disabled person cannot refresh', async () => {
  const { relyingParty } = await makeApplication(server)
  const leaver = await makePerson(server)
  const tokens = await signIn(server, relyingParty, leaver.email)
  await disableUser(server, leaver.user.id, new Date())
  await assert.rejects(client.refreshTokenGrant(relyingParty, tokens.refresh_token!), { error: 'invalid_grant' })
})

test('introspection shows a refresh token to its client only, and nothing after revocation', async () => {
  const { relyingParty, application } = await makeApplication(server)
  const stranger = await discover(server, await makeProgram(server))
  const { refresh_token: token } = await signIn(server, relyingParty, person.email)
  const before = await client.tokenIntrospection(relyingParty, token!)
  assert.deepEqual([before.active, before.client_id], [true, application.clientId])
  assert.deepEqual(await client.tokenIntrospection(stranger, token!), { active: false })
  await client.tokenRevocation(stranger, token!)
  assert.equal((await client.tokenIntrospection(relyingParty, token!)).active, true)
  await client.tokenRevocation(relyingParty, token!)
  assert.deepEqual(await client.tokenIntrospection(relyingParty, token!), { active: false })
  await assert.rejects(client.refreshTokenGrant(relyingParty, token!), { error: 'invalid_grant' })
})

test('only its client can introspect an access token, and revoking it ends the token and its grant', async () => {
  const { relyingParty, application } = await makeApplication(server)
  const stranger = await discover(server, await makeProgram(server))
  const tokens = await signIn(server, relyingParty, person.email)
  const { access_token: token } = tokens
  const { jti, grant_id } = decodeJwt(token)
  const told = await client.tokenIntrospection(relyingParty, token, { token_type_hint: 'access_token' })
  assert.deepEqual(
    [told.active, told.client_id, told.sub, told.jti, told.role, told.token_type],
    [true, application.clientId, person.user.id, jti, 'admin', 'Bearer'],
  )
  assert.deepEqual(await client.tokenIntrospection(stranger, token), { active: false })
  await client.tokenRevocation(stranger, token)
  assert.equal(await server.provider.isRevoked([jti!]), false, 'another client must not revoke it')
  await client.tokenRevocation(relyingParty, token)
  assert.deepEqual(await client.tokenIntrospection(relyingParty, token), { active: false })
  assert.equal(await server.provider.isRevoked([String(grant_id)]), true)
  await assert.rejects(client.refreshTokenGrant(relyingParty, tokens.refresh_token!), { error: 'invalid_grant' })
  const userinfo = await fetch(`${server.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(userinfo.status, 401)
})

test('revoking a refresh token revokes its access tokens, and an unknown JWT is inactive', async () => {
  const { relyingParty } = await makeApplication(server)
  const tokens = await signIn(server, relyingParty, person.email)
  await client.tokenRevocation(relyingParty, tokens.refresh_token!)
  assert.deepEqual(await client.tokenIntrospection(relyingParty, tokens.access_token), { active: false })
  const altered = tokens.access_token.slice(0, -4)
  for (const token of [tokens.id_token!, `${altered}AAAA`, 'e30.e30.e30'])
    assert.deepEqual(await client.tokenIntrospection(relyingParty, token), { active: false })
  const [name, secret] = ['nobody', 'wrong']
  for (const path of ['introspect', 'revoke']) {
    const body = new URLSearchParams({ token: tokens.access_token, client_id: name, client_secret: secret })
    assert.equal((await fetch(`${server.issuer}/${path}`, { method: 'POST', body })).status, 401)
  }
})

test('signing out asks for confirmation, ends the session and its refresh tokens, and returns to the application', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  const tokens = await trip.redeem((await trip.browser.post(url, { email: person.email, password: PASSWORD })).url)
  const bye = `${server.url}/bye`
  const out = client.buildEndSessionUrl(relyingParty, {
    id_token_hint: tokens.id_token!,
    post_logout_redirect_uri: bye,
    state: 's1',
  })
  const question = await trip.browser.open(out)
  const page = await question.response.text()
  assert.match(page, /<h1>Sign out\?<\/h1>/)
  const action = new URL(/action="([^"]+)"/.exec(page)![1]!)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)![1]!
  const done = await trip.browser.post(action, { xsrf, logout: 'yes' })
  assert.equal(done.url.href, `${bye}?state=s1`)
  await assert.rejects(client.refreshTokenGrant(relyingParty, tokens.refresh_token!), { error: 'invalid_grant' })
  const again = await trip.browser.open(trip.url)
  assert.match(again.url.pathname, /^\/auth\/interaction\//, 'the next sign-in asks for the password')
  out.searchParams.set('post_logout_redirect_uri', 'https://evil.example.com/')
  assert.equal((await trip.browser.open(out)).response.status, 400)
})

test('a second sign-in in the same browser needs no password, unless the application asks for one', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  await trip.browser.post(url, { email: person.email, password: PASSWORD })
  assert.equal((await trip.browser.open(trip.url)).url.pathname, '/callback')
  trip.url.searchParams.set('prompt', 'login')
  assert.match((await trip.browser.open(trip.url)).url.pathname, /^\/auth\/interaction\//)
  trip.url.searchParams.set('prompt', 'consent')
  const consent = await trip.browser.open(trip.url)
  assert.match(await consent.response.text(), /Continue to Ap&#60;p&#62;lication\?/)
  const denied = await trip.browser.post(consent.url, { consent: 'no' })
  assert.equal(denied.url.searchParams.get('error'), 'access_denied')
  const once = await trip.browser.open(trip.url)
  assert.ok((await trip.browser.post(once.url, { consent: 'yes' })).url.searchParams.has('code'))
})

test('sign-in and sign-out can be requested by form POST too, as the standard requires', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const asForm = (url: URL) =>
    trip.browser.post(new URL(url.pathname, url), Object.fromEntries(url.searchParams), 'https://app.example.com')
  const { url } = await asForm(trip.url)
  assert.match(url.pathname, /^\/auth\/interaction\//)
  const tokens = await trip.redeem((await trip.browser.post(url, { email: person.email, password: PASSWORD })).url)
  const question = await asForm(client.buildEndSessionUrl(relyingParty, { id_token_hint: tokens.id_token! }))
  assert.match(await question.response.text(), /<h1>Sign out\?<\/h1>/)
})

test('a wrong password does not reveal which field was wrong, and the typed email remains', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  const texts: string[] = []
  for (const typed of [person.email, 'nobody@example.com', '"><img src=x>@example.com']) {
    const { response } = await trip.browser.post(url, { email: typed, password: 'not the password' })
    assert.equal(response.status, 401)
    const text = await response.text()
    assert.doesNotMatch(text, /<img/)
    texts.push(/<p class="alert".*?<\/p>/s.exec(text)![0])
  }
  assert.equal(new Set(texts).size, 1)
  assert.match(texts[0]!, /role="alert"/)
})

test('the sign-in form is accepted only from our own page in the browser that opened it', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  const form = { email: person.email, password: PASSWORD }
  for (const origin of ['https://evil.example.com', 'null', ''])
    assert.equal((await trip.browser.post(url, form, origin)).response.status, 403)
  const stranger = await openBrowser().post(url, form)
  assert.equal(stranger.response.status, 400)
  assert.match(await stranger.response.text(), /This sign-in has expired/)
  const other = await trip.browser.open(trip.url)
  const mixed = new URL(`${url.pathname}x`, other.url)
  assert.equal((await trip.browser.post(mixed, form)).response.status, 400)
  assert.equal((await trip.browser.post(url, form)).url.pathname, '/callback')
})

test('grants survive a restart of the provider', async () => {
  const { relyingParty, application } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const { url } = await trip.browser.open(trip.url)
  const tokens = await trip.redeem((await trip.browser.post(url, { email: person.email, password: PASSWORD })).url)
  const restarted = await startAuth()
  try {
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }
    const response = await fetch(`${restarted.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: basic(application.clientId, application.clientSecret),
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    // A key from a rotation may be the signer by now, but older signatures must still be valid.
    const { keys } = (await (await fetch(`${restarted.issuer}/jwks`)).json()) as { keys: { kid: string }[] }
    const shown = new Set<unknown>(keys.map(({ kid }) => kid))
    for (const one of [token, tokens.access_token]) assert.ok(shown.has(decodeProtectedHeader(one).kid))
  } finally {
    await restarted.close()
  }
})

test('a body that is too large, malformed or of another type is rejected and is not a server error', async () => {
  for (const [body, type] of [
    ['x'.repeat(100_000), 'application/x-www-form-urlencoded'],
    ['{"grant_type":"client_credentials"}', 'application/json'],
    ['grant_type=client_credentials&client_id=%00&client_secret=x', 'application/x-www-form-urlencoded'],
    ['grant_type=%ff%fe', 'application/x-www-form-urlencoded'],
  ]) {
    const response = await fetch(`${server.issuer}/token`, { method: 'POST', body, headers: { 'content-type': type! } })
    assert.ok(response.status >= 400 && response.status < 500, `${response.status} for ${body!.slice(0, 40)}`)
  }
  assert.equal((await fetch(`${server.issuer}/nothing-here`)).status, 404)
})

test('an unknown path and a wrong method are answered with a problem document', async () => {
  const problemOf = async (path: string, method: string) => {
    const response = await fetch(`${server.issuer}${path}`, { method, headers: { accept: 'text/html' } })
    const { code } = (await response.json()) as { code: string }
    return [response.status, code, response.headers.get('allow')]
  }
  assert.deepEqual(await problemOf('/nothing', 'GET'), [404, 'route_not_found', null])
  assert.deepEqual(await problemOf('/token', 'GET'), [405, 'method_not_allowed', 'POST, OPTIONS'])
  assert.deepEqual(await problemOf('/reset', 'PUT'), [405, 'method_not_allowed', 'GET, HEAD, POST'])
})

test('all addresses of an IPv6 network share one limit', async () => {
  const own = await startAuth({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const trip = await startTrip(own, (await makeApplication(own)).relyingParty)
    const { url } = await trip.browser.open(trip.url)
    for (let i = 0; i < 60; i++) await own.limiter.take({ key: 'sign-in:2001:db8:1:2', perMinute: 60 })
    const cookie = [...trip.browser.cookies.values()].map(({ value }) => value).join('; ')
    const headers = { cookie, origin: url.origin, 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }
    const body = new URLSearchParams({ email: 'nobody@example.com', password: 'not this one' })
    const refused = await fetch(url, { method: 'POST', headers, body })
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  } finally {
    await own.close()
  }
})

test('an address that requests too many tokens must wait, and others do not', async () => {
  const own = await startAuth({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const { clientId, clientSecret } = await makeProgram(own)
    const ask = (path: string, from: string) =>
      fetch(own.issuer + path, {
        method: 'POST',
        headers: { ...basic(clientId, clientSecret), 'x-forwarded-for': from },
        body: new URLSearchParams({ grant_type: 'client_credentials', token: 'none' }),
      })
    // One more request is allowed every 50 ms, so a slow machine may never hit the limit.
    const askBeyond = async (path: string, tries = 20): Promise<Response> => {
      while ((await own.limiter.take({ key: 'token:192.0.2.9', perMinute: 1_200 })).allowed);
      const response = await ask(path, '192.0.2.9')
      return response.status === 429 || tries === 0 ? response : askBeyond(path, tries - 1)
    }
    for (const path of ['/token', '/introspect', '/revoke']) {
      const refused = await askBeyond(path)
      assert.equal(refused.status, 429, path)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal((await ask(path, '192.0.2.10')).status, 200, path)
    }
  } finally {
    await own.close()
  }
})
