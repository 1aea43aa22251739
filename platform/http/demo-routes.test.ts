import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { type AuthServer, makeApplication, startAuth, startTrip } from '../identity/provider/testing.ts'
import { createUser } from '../identity/users/users.ts'

const demoMode = { APP_AUTH_MODE: 'demo' }

test('the token command prints a token for any tenant, plan, products and role on its last line', async () => {
  await withServer(demoMode, async (server) => {
    const words = ['--tenant', 'acme-demo', '--plan', 'pro', '--products', 'graph,casework', '--role', 'admin']
    const first = await runToken(server, words)
    assert.equal(first.code, 0)
    const claims = decodeJwt(first.stdout.trimEnd().split('\n').at(-1)!)
    assert.deepEqual(
      [claims['urn:idp:iam:org:id'], claims.plan, claims.products, claims.role, claims.operator, claims.aud],
      ['acme-demo', 'pro', ['graph', 'casework'], 'admin', undefined, server.config.auth.audience],
    )
    assert.match(first.stderr, /client_credentials/)
    const operator = await runToken(server, ['--tenant', 'acme-demo', '--role', 'operator'])
    assert.equal(decodeJwt(operator.stdout.trim()).operator, true)
  })
})

test('the token command says in one sentence why it cannot get a token', async () => {
  await withServer(demoMode, async (server) => {
    const wrong = await runToken(server, ['--tenant', 'acme', '--plan', 'gold'])
    assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
    assert.match(wrong.stderr, /rejected the request/)
    assert.equal(wrong.stderr.match(/must be/g)?.length, 1, wrong.stderr)
  })
  await withServer({ ...demoMode, AUTH_ISSUER: 'https://id.example.com' }, async (server) => {
    const refused = await runToken(server, ['--tenant', 'acme'])
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /issues no demo tokens/)
  })
  const nobody = await runToken({ local: 'http://127.0.0.1:9' }, ['--tenant', 'acme'])
  assert.equal(nobody.code, 1)
  assert.match(nobody.stderr, /There is no server/)
})

test('demo clients are named after their attributes, and their bodies are validated', async () => {
  await withServer(demoMode, async (server) => {
    const ask = (body: object) =>
      fetch(`${server.issuer}/demo/clients`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
    const made = async (body: object) => ((await (await ask(body)).json()) as { client_id: string }).client_id
    assert.equal(await made({ tenant: 'shop' }), await made({ tenant: 'shop', plan: 'free', role: 'member' }))
    assert.notEqual(await made({ tenant: 'shop' }), await made({ tenant: 'shop', products: [] }))
    for (const body of [
      {},
      { tenant: '-x' },
      { tenant: 'a'.repeat(64) },
      { tenant: 'shop', plan: 'gold' },
      { tenant: 'shop', role: 'root' },
      { tenant: 'shop', products: ['mail'] },
      { tenant: 'shop', extra: 1 },
    ])
      assert.equal((await ask(body)).status, 422, JSON.stringify(body))
    const { rows } = await sql`select id from platform.tenants where id = 'shop'`.execute(server.db)
    assert.equal(rows.length, 1)
  })
})

test('another machine cannot create a demo client', async () => {
  await withServer(demoMode, async ({ app }) => {
    const ask = (remoteAddress: string, headers = {}) =>
      app.inject({ method: 'POST', url: '/auth/demo/clients', payload: { tenant: 'shop' }, remoteAddress, headers })
    assert.equal((await ask('::ffff:127.0.0.1')).statusCode, 201)
    const stranger = await ask('192.0.2.7', { 'x-forwarded-for': '127.0.0.1' })
    assert.deepEqual([stranger.statusCode, stranger.json().code], [404, 'demo_only'])
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080'])
      assert.equal((await ask('127.0.0.1', { host })).statusCode, 201, host)
    const rebound = await ask('127.0.0.1', { host: 'elsewhere.example.com:8080' })
    assert.deepEqual([rebound.statusCode, rebound.json().code], [404, 'demo_only'])
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']) {
      const proxied = await ask('127.0.0.1', { [header]: '8.8.8.8' })
      assert.deepEqual([proxied.statusCode, proxied.json().code], [404, 'demo_only'], header)
    }
  })
})

test('credentials of a demo client need no escaping, so curl -u works', async () => {
  await withServer(demoMode, async ({ app }) => {
    const made = await app.inject({ method: 'POST', url: '/auth/demo/clients', payload: { tenant: 'acme-curl' } })
    const { client_id, client_secret, audience } = made.json()
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    const granted = await app.inject({
      method: 'POST',
      url: '/auth/token',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'client_credentials', resource: audience }).toString(),
    })
    assert.equal(granted.statusCode, 200, granted.body)
  })
})

test('the sign-in page of a demo shows its account with a sign-in button; other sign-in pages do not', async () => {
  await withServer(demoMode, async (server) => {
    const account = { email: 'demo@example.com', password: 'demo & <password>' }
    await createUser(server, { ...account, displayName: 'Demo' })
    const trip = await startTrip(server, (await makeApplication(server)).relyingParty)
    const { url, response } = await trip.browser.open(trip.url)
    const page = await response.text()
    assert.match(page, /Sign in with the demo account/)
    assert.match(page, /value="demo &#38; &#60;password&#62;"/)
    assert.equal((await trip.browser.post(url, account)).url.pathname, '/callback')
  })
  await withServer({}, async (server) => {
    const trip = await startTrip(server, (await makeApplication(server)).relyingParty)
    assert.doesNotMatch(await (await trip.browser.open(trip.url)).response.text(), /Demo account/)
  })
})

async function withServer(env: Record<string, string>, work: (server: AuthServer) => Promise<void>): Promise<void> {
  const server = await startAuth({ env })
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

function runToken({ local }: { local: string }, words: string[]) {
  const script = fileURLToPath(new URL('../../apps/server/token.ts', import.meta.url))
  return new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    execFile(process.execPath, [script, '--url', local, ...words], (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
