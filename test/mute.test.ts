// Every dependency accepts connections but never answers: callers get an error that names it within ten seconds, and
// the rest works.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCaller } from '@veritrace/platform/caller'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { openMute } from '@veritrace/platform/testing/faults'
import type { Server } from '../apps/server/start.ts'
import { openServer } from './own-server.ts'

const TENANT = 'mute'
const SLOWEST_MS = 10_000

interface Case {
  who: string
  path: string
  init?: RequestInit
  /** The status, and for a failure its code and detail. */
  answer: [number, string?, RegExp?]
}

const json = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })
const CONTENT = { 'content-type': 'application/json' }
/** Well-formed, but with an invalid signature. */
const TOKEN = ['{"alg":"ES256","kid":"k"}', '{"iss":"x","sub":"a"}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')

const CASES: readonly Case[] = [
  {
    who: 'the identity provider (keys)',
    path: '/graph/statements/stats',
    init: { headers: { authorization: `Bearer ${TOKEN}` } },
    answer: [503, 'unavailable', /^The keys of the identity provider/],
  },
  {
    who: 'the identity provider (sign-in)',
    path: '/session/login',
    init: { redirect: 'manual' },
    answer: [503, 'unavailable', /^The identity provider/],
  },
  {
    who: 'the management URL of the identity provider',
    path: '/api/provenance/v1/app/iam/members',
    answer: [502, 'iam_failed', /^The identity provider does not answer/],
  },
  {
    who: 'the blob store',
    path: '/graph/ingestions/statements',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/n-triples' },
      body: '<urn:s> <urn:p> "x" .\n'.repeat(50_000),
    },
    answer: [503, 'unavailable', /^The blob store does not answer/],
  },
  {
    who: 'the payment provider',
    path: '/api/provenance/v1/public/team-price',
    answer: [502, 'payment_provider_failed', /^Stripe/],
  },
  {
    who: 'the model of the tutor, which falls back to our own sentences',
    path: '/graph/tutor/answer',
    init: { ...json({ question: 'Who does Ada work for?' }), headers: CONTENT },
    answer: [200],
  },
]

describe('dependencies that never answer', { concurrency: true }, () => {
  let server: Server
  let key: string
  before(async () => {
    const { port } = await openMute()
    const mute = `http://127.0.0.1:${port}`
    server = await openServer({
      PRODUCTS: 'provenance,graph',
      AUTH_ISSUER: mute,
      AUTH_CLIENT_SECRET: 'secret',
      IAM_PROXY_URL: `${mute}/{tenant}`,
      IAM_PROXY_TOKEN: 'token',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      S3_BUCKET: 'blobs',
      S3_ENDPOINT: mute,
      S3_FORCE_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_TEAM_PRICE: 'price_x',
      STRIPE_API_URL: mute,
      GRAPH_EMBEDDINGS_URL: `${mute}/v1`,
      GRAPH_MODEL_URL: `${mute}/v1`,
    })
    const { db, identity } = server.platform
    const tenant = await ensureTenant(db, { id: TENANT, displayName: TENANT, products: [...PRODUCT_NAMES] })
    const made = await identity.keys.create(systemCaller(tenant.id, tenant.customer_id), {
      name: 'test',
      role: 'admin',
    })
    key = made.secret
    for (const [predicate, object] of [
      ['http://www.w3.org/2000/01/rdf-schema#label', 'Ada'],
      ['urn:p:worksFor', 'Acme'],
    ]) {
      const said = { subject: 'urn:n:ada', predicate, object, objectType: 'literal' }
      assert.equal((await call('/graph/statements', { ...json(said), headers: CONTENT })).status, 201)
    }
  })
  after(() => server?.close())

  async function call(path: string, init: RequestInit = {}) {
    const began = performance.now()
    const response = await fetch(server.url + path, {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        'x-tenant-id': TENANT,
        'x-workspace-id': TENANT,
        'x-context-id': 'default',
        ...(init.headers as Record<string, string>),
      },
    })
    const body = (await response.json()) as { code?: string; detail?: string }
    return { status: response.status, ms: performance.now() - began, ...body }
  }

  for (const { who, path, init, answer } of CASES)
    test(`${who} is not waited for longer than ten seconds`, async () => {
      const [status, code, detail] = answer
      const found = await call(path, init)
      assert.equal(found.status, status, JSON.stringify(found))
      if (code) assert.equal(found.code, code)
      if (detail) assert.match(found.detail!, detail)
      assert.ok(found.ms < SLOWEST_MS, `${found.ms} ms`)
    })

  test('readiness names all failing dependencies, immediately and with 200', async () => {
    const ready = async () => {
      const response = await fetch(`${server.url}/readyz`)
      const { status, checks } = (await response.json()) as {
        status: string
        checks: Record<string, { status: string }>
      }
      const away = Object.entries(checks).filter(([, one]) => one.status !== 'ok')
      return [
        response.status,
        status,
        away
          .map(([name]) => name)
          .sort()
          .join(),
      ]
    }
    const began = performance.now()
    await ready()
    assert.ok(performance.now() - began < 3_000)
    let found = await ready()
    for (let tries = 0; tries < 100 && found[2] !== 'blobs,issuer,mail'; tries++) {
      await sleep(100)
      found = await ready()
    }
    assert.deepEqual(found, [200, 'degraded', 'blobs,issuer,mail'])
  })
})
