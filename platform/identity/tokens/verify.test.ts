import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CryptoKey, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { type AppError, isAppError } from '../../errors.ts'
import { AUDIENCE, openTestIssuer, steadyClock, type TestIssuer } from '../testing.ts'
import { openTokenVerifier, type VerifierOptions } from './verify.ts'

const claimNames = {
  tenant: 'urn:idp:iam:org:id',
  customer: 'customer_id',
  plan: 'plan',
  products: 'products',
  productPlans: 'product_plans',
  role: 'role',
}
const clock = steadyClock()
const seconds = () => Math.floor(clock.now().getTime() / 1000)
let issuer: TestIssuer
before(async () => {
  issuer = await openTestIssuer(clock)
})
after(() => issuer.close())

const verifier = (more: Partial<VerifierOptions> = {}) =>
  openTokenVerifier({
    issuer: issuer.url,
    audience: AUDIENCE,
    algorithms: ['ES256', 'RS256', 'HS256', 'none'],
    claims: claimNames,
    clock,
    ...more,
  })
const withCode = (code: string, challenge?: RegExp) => (error: unknown) =>
  isAppError(error) &&
  error.code === code &&
  (!challenge || challenge.test((error as AppError).headers['www-authenticate'] ?? ''))
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a valid token yields its claims', async () => {
  const token = await issuer.sign({
    'urn:idp:iam:org:id': 'acme',
    customer_id: 'cus_1',
    plan: 'pro',
    products: ['graph'],
    product_plans: { graph: 'enterprise', casework: 'gold' },
    role: 'admin',
    scope: 'graph:read graph:write',
    name: 'Ada',
  })
  const { issuedAt, expiresAt, ids: _, ...claims } = await verifier().verify(token)
  assert.ok(issuedAt <= clock.now() && expiresAt > clock.now())
  assert.deepEqual(claims, {
    actor: { type: 'user', id: 'usr_jwt', label: 'Ada' },
    tenant: 'acme',
    customer: 'cus_1',
    plan: 'pro',
    products: ['graph'],
    productPlans: { graph: 'enterprise' },
    role: 'admin',
    operator: false,
    scopes: ['graph:read', 'graph:write'],
  })
})

test('a client acting for itself is a client, and unknown values of claims are ignored', async () => {
  const token = await issuer.sign({ sub: 'robot', client_id: 'robot', plan: 'gold', role: 'king' }, { typ: 'JWT' })
  const claims = await verifier().verify(token)
  assert.deepEqual([claims.actor.type, claims.plan, claims.role], ['client', undefined, undefined])
})

test('forged, expired and foreign tokens are rejected with 401 and a challenge', async (t) => {
  const now = seconds()
  const honest = await issuer.sign()
  const [head, body, signature] = honest.split('.') as [string, string, string]
  const stranger = await generateKeyPair('ES256')
  const publicKey = (await importJWK(issuer.jwks.keys[0]!, 'ES256')) as CryptoKey
  const publicText = new TextEncoder().encode(await exportSPKI(publicKey))
  const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'usr_jwt', iat: now, exp: now + 600 }
  const signedWith = (key: CryptoKey | Uint8Array, header: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'first', ...header }).sign(key)
  const unsigned = (alg: string) => `${part({ alg, typ: 'at+jwt', kid: 'first' })}.${part(claims)}.`
  const cases: Record<string, string> = {
    'alg none': unsigned('none'),
    'alg nOnE': unsigned('nOnE'),
    'none in the header of a signed token': `${part({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`,
    'HS256 with the public key as secret': await signedWith(publicText, { alg: 'HS256' }),
    'a key of someone else': await signedWith(stranger.privateKey, {}),
    'an embedded key': await signedWith(stranger.privateKey, { jwk: { kty: 'EC' } }),
    'another URL for the keys': await signedWith(stranger.privateKey, { jku: 'https://evil.test/jwks' }),
    'an unknown critical extension': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'first', crit: ['exotic'], exotic: true })
      .sign(issuer.privateKey, { crit: { exotic: true } }),
    'another audience': await issuer.sign({ aud: 'urn:other:api' }),
    'no audience': await issuer.sign({ aud: undefined }),
    'another issuer': await issuer.sign({ iss: 'https://evil.test' }),
    expired: await issuer.sign({ iat: now - 700, exp: now - 61 }),
    'without expiry': await issuer.sign({ exp: undefined }),
    'without issue time': await issuer.sign({ iat: undefined }),
    'not valid yet': await issuer.sign({ nbf: now + 61 }),
    'issued in the future': await issuer.sign({ iat: now + 120 }),
    'an ID token by its nonce': await issuer.sign({ nonce: 'n' }, { typ: 'JWT' }),
    'an ID token by its hash': await issuer.sign({ at_hash: 'h' }, { typ: 'JWT' }),
    'a logout token': await issuer.sign({}, { typ: 'logout+jwt' }),
    'no type': await issuer.sign({}, { typ: undefined }),
    'no subject': await issuer.sign({ sub: undefined }),
    'changed claims': `${head}.${part({ ...claims, role: 'owner' })}.${signature}`,
    'a changed signature': `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a token of 200 kilobytes': `${head}.${'A'.repeat(200_000)}.${signature}`,
    'a valid token with 17 kilobytes appended': `${honest}${'A'.repeat(17_000)}`,
    'not a token': 'abc',
    'a header that is not JSON': `${Buffer.from('{{').toString('base64url')}.${body}.${signature}`,
    empty: '',
  }
  for (const [name, token] of Object.entries(cases))
    await t.test(name, () =>
      assert.rejects(verifier().verify(token), withCode('invalid_token', /error="invalid_token"/)),
    )
})

test('a clock difference of less than a minute is tolerated', async () => {
  const now = seconds()
  await verifier().verify(await issuer.sign({ nbf: now + 50, iat: now + 50 }))
  await verifier().verify(await issuer.sign({ iat: now - 700, exp: now - 50 }))
})

test('a token is accepted for at most a minute after its key was removed or it expired', async () => {
  const time = steadyClock()
  let keys = issuer.jwks
  const { verify } = verifier({ keys: async () => keys, clock: time })
  const token = await issuer.sign()
  const short = await issuer.sign({ exp: Math.floor(time.now().getTime() / 1000) + 1 })
  await verify(token)
  await verify(short)
  keys = { keys: [] }
  time.advance(61_001)
  await assert.rejects(verify(token), withCode('invalid_token'))
  await assert.rejects(verify(short), withCode('invalid_token'))
})

test('500 unknown key IDs cause at most one reload of the keys', async () => {
  const { verify } = verifier()
  await verify(await issuer.sign())
  const before = issuer.seen.keys
  const forged = await issuer.sign({}, { kid: 'unknown' })
  const many = Array.from({ length: 500 }, (_, i) => verify(`${forged.slice(0, -4)}${String(i).padStart(4, 'A')}`))
  for (const outcome of await Promise.allSettled(many))
    assert.ok(outcome.status === 'rejected' && withCode('invalid_token')(outcome.reason))
  assert.ok(issuer.seen.keys - before <= 1, `${issuer.seen.keys - before} looks`)
})

test('if the keys are unavailable the response is 503, the endpoint is not flooded, and cached keys still work', async () => {
  const time = steadyClock()
  const cold = verifier({ clock: time })
  const warm = verifier({ clock: time })
  await warm.verify(await issuer.sign())
  issuer.seen.brokenWith = 500
  try {
    const before = issuer.seen.keys
    const token = await issuer.sign({ sub: 'usr_other' })
    for (let i = 0; i < 20; i++) await assert.rejects(cold.verify(token), withCode('unavailable'))
    assert.ok(issuer.seen.keys - before <= 1)
    assert.equal((await warm.verify(token)).actor.id, 'usr_other')
  } finally {
    issuer.seen.brokenWith = undefined
  }
  time.advance(5_001)
  await cold.verify(await issuer.sign())
})

test('a discovery document with another issuer is rejected', async () => {
  const fetch: typeof globalThis.fetch = async () =>
    Response.json({ issuer: 'https://evil.test', jwks_uri: issuer.url })
  await assert.rejects(verifier({ fetch }).verify(await issuer.sign()), (error: Error) => {
    assert.match(String(error.cause), /AUTH_ISSUER is “http\S+”, but its discovery document names “https:..evil/)
    return withCode('unavailable')(error)
  })
})

test('an issuer with a trailing slash is found, and its tokens must include the slash', async () => {
  const name = `${issuer.url}/`
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push(String(url))
    if (String(url).endsWith('/jwks')) return globalThis.fetch(url, init)
    return Response.json({ issuer: name, jwks_uri: `${issuer.url}/jwks` })
  }
  const slashed = verifier({ issuer: name, fetch })
  await slashed.verify(await issuer.sign({ iss: name }))
  assert.equal(asked[0], `${issuer.url}/.well-known/openid-configuration`)
  await assert.rejects(slashed.verify(await issuer.sign()), withCode('invalid_token'))
})

test('local keys are read without HTTP, and a new one is found within seconds of its first use', async () => {
  const time = steadyClock()
  const { verify } = verifier({ clock: time, keys: async () => structuredClone(issuer.jwks) })
  await verify(await issuer.sign())
  const seenBefore = issuer.seen.keys
  const key = await issuer.addKey('second')
  const now = Math.floor(time.now().getTime() / 1000)
  const token = await new SignJWT({ iss: issuer.url, aud: AUDIENCE, sub: 'usr_new', iat: now, exp: now + 600 })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'second' })
    .sign(key)
  await assert.rejects(verify(token), withCode('invalid_token'))
  time.advance(5_001)
  assert.equal((await verify(token)).actor.id, 'usr_new')
  assert.equal(issuer.seen.keys, seenBefore)
})

test('a list with only symmetric algorithms is rejected at startup', () => {
  assert.throws(() => verifier({ algorithms: ['HS256', 'none'] }), /HS\*/)
})
