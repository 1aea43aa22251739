import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { fakeClock } from '../../clock.ts'
import { newSecret } from '../../ids.ts'
import { keepSecret } from '../../keyring/store.ts'
import { testDatabase } from '../../testing/db.ts'
import { adapterFor } from './adapter.ts'
import { ensureClient, ensureWorkspaceClient } from './clients.ts'
import { PUBLISH_AHEAD_MS, readSigningKeys, rotateSigningKeys } from './keys.ts'
import { discover, makePerson, makeProgram, signIn, startAuth } from './testing.ts'

test('after a rotation new tokens use the new key, old tokens stay valid, and the old key is removed eventually', async () => {
  const clock = fakeClock(new Date())
  const server = await startAuth({ clock })
  try {
    const program = await discover(server, await makeProgram(server))
    const tokenAndKey = async () => {
      const { access_token: token } = await client.clientCredentialsGrant(program)
      return { token, kid: decodeProtectedHeader(token).kid! }
    }
    const fits = async (token: string) =>
      jwtVerify(token, createRemoteJWKSet(new URL(`${server.issuer}/jwks`)), { issuer: server.issuer }).then(
        () => true,
        () => false,
      )
    const old = await tokenAndKey()
    await server.provider.rotateSigningKeys()
    assert.equal((await tokenAndKey()).kid, old.kid, 'the new key is published before it signs')
    clock.advance(PUBLISH_AHEAD_MS)
    await server.provider.refreshKeys()
    const fresh = await tokenAndKey()
    assert.notEqual(fresh.kid, old.kid)
    assert.deepEqual([await fits(old.token), await fits(fresh.token)], [true, true])
    clock.advance(server.config.auth.sessionMaxMs)
    await server.provider.refreshKeys()
    assert.deepEqual([await fits(old.token), await fits(fresh.token)], [false, true])
  } finally {
    await server.close()
  }
})

test('two replicas publish the same keys, and simultaneous rotations create one key', async () => {
  const clock = fakeClock(new Date(Date.now() + 3_600_000))
  const [one, two] = await Promise.all([startAuth({ clock }), startAuth({ clock })])
  try {
    const kids = (server: typeof one) => server.provider.publicKeys().keys.map(({ kid }) => kid)
    assert.deepEqual(kids(one), kids(two))
    const before = kids(one).length
    await Promise.all([rotateSigningKeys(one, 3_600_000), rotateSigningKeys(two, 3_600_000)])
    await Promise.all([one.provider.refreshKeys(), two.provider.refreshKeys()])
    assert.deepEqual(kids(one), kids(two))
    assert.equal(kids(one).length, before + 1)
  } finally {
    await Promise.all([one.close(), two.close()])
  }
})

test('old keys rotate automatically', async () => {
  const clock = fakeClock(new Date(Date.now() + 86_400_000))
  const server = await startAuth({ clock })
  try {
    const newest = async () => (await readSigningKeys(server))[0]!.kid
    const first = await newest()
    await server.provider.rotateWhenDue()
    clock.advance(PUBLISH_AHEAD_MS)
    assert.equal(await newest(), first)
    clock.advance(91 * 86_400_000)
    await server.provider.rotateWhenDue()
    clock.advance(PUBLISH_AHEAD_MS)
    assert.notEqual(await newest(), first)
  } finally {
    await server.close()
  }
})

test('processes that start together use the same secret', async () => {
  const { db } = await testDatabase()
  const name = `test:${newSecret()}`
  const secrets = await Promise.all(Array.from({ length: 8 }, () => keepSecret(db, name)))
  assert.equal(new Set(secrets).size, 1)
})

test('the workspace client keeps its secret when its redirect URIs change', async () => {
  const { db } = await testDatabase()
  const clientId = `workspace-${newSecret()}`
  const make = (host: string) =>
    ensureWorkspaceClient(db, { clientId, redirectUris: [`https://${host}/cb`], postLogoutRedirectUris: [] })
  const first = await make('a.example.com')
  assert.deepEqual(await make('b.example.com'), first)
  const found = await adapterFor(db, fakeClock())('Client').find(clientId)
  assert.deepEqual(found?.redirect_uris, ['https://b.example.com/cb'])
  assert.notEqual(found?.client_secret, first.clientSecret)
})

test('a record can be consumed once, even by two simultaneous requests', async () => {
  const { db } = await testDatabase()
  const adapter = adapterFor(db, fakeClock())('AuthorizationCode')
  const code = newSecret()
  await adapter.upsert(code, { jti: code, grantId: 'g', exp: 2_000_000_000, nonce: 'a\u0000b' }, 60)
  const uses = await Promise.allSettled(Array.from({ length: 5 }, () => adapter.consume(code)))
  assert.equal(uses.filter(({ status }) => status === 'fulfilled').length, 1)
  const found = await adapter.find(code)
  assert.deepEqual([found?.jti, found?.nonce, typeof found?.consumed], [code, 'ab', 'number'])
})

test('expired records are deleted, others remain', async () => {
  const server = await startAuth()
  try {
    const adapter = adapterFor(server.db, server.clock)('Session')
    const [old, live] = [newSecret(), newSecret()]
    const now = Math.floor(Date.now() / 1000)
    await adapter.upsert(old, { jti: old, uid: old, exp: now - 7200 }, 1)
    await adapter.upsert(live, { jti: live, uid: live, exp: now - 10 }, 1)
    assert.ok((await server.provider.sweep()) >= 1)
    assert.deepEqual([await adapter.findByUid(old), (await adapter.findByUid(live))?.jti], [undefined, live])
  } finally {
    await server.close()
  }
})

test('behind HTTPS the cookies are secure, and host and protocol come from the configuration', async () => {
  const server = await startAuth({ env: { PUBLIC_URL: 'https://id.example.com' } })
  try {
    await ensureWorkspaceClient(server.db, {
      clientId: 'veritrace-workspace',
      redirectUris: ['https://id.example.com/cb'],
      postLogoutRedirectUris: [],
    })
    const query = new URLSearchParams({
      client_id: 'veritrace-workspace',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'https://id.example.com/cb',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const response = await fetch(`${server.local}/auth/authorize?${query}`, { redirect: 'manual' })
    const cookies = response.headers.getSetCookie()
    assert.ok(cookies.length >= 2)
    for (const flag of [/; secure/i, /; httponly/i, /; samesite=lax/i, /; path=\/auth/i])
      for (const cookie of cookies) assert.match(cookie, flag)
    assert.match(response.headers.get('strict-transport-security') ?? '', /max-age/)
  } finally {
    await server.close()
  }
})

test('a public client signs people in with PKCE only, and cannot use client credentials', async () => {
  const server = await startAuth()
  try {
    const redirectUris = [`${server.url}/callback`]
    const open = { displayName: 'App', clientSecret: false, redirectUris, grantTypes: ['authorization_code'] } as const
    await assert.rejects(ensureClient(server.db, { ...open, grantTypes: ['client_credentials'] }), /without a secret/)
    const { clientId } = await ensureClient(server.db, open)
    const ask = (form: Record<string, string>) =>
      fetch(`${server.issuer}/token`, { method: 'POST', body: new URLSearchParams({ client_id: clientId, ...form }) })
    assert.equal((await ask({ grant_type: 'client_credentials' })).status, 400)
    const relyingParty = await client.discovery(new URL(server.issuer), clientId, undefined, client.None(), {
      execute: [client.allowInsecureRequests],
    })
    const { user, email } = await makePerson(server)
    const tokens = await signIn(server, relyingParty, email)
    assert.deepEqual([tokens.claims()?.sub, tokens.refresh_token], [user.id, undefined])
  } finally {
    await server.close()
  }
})
