// The permissions of the query page.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Role } from '@veritrace/platform/caller'
import { findMembership, insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { createUser } from '@veritrace/platform/identity/users/users'
import { newId } from '@veritrace/platform/ids'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'

const ASK = 'ASK { ?s ?p ?o }'
const INSERT = 'INSERT DATA { <urn:a> <urn:b> <urn:c> }'
const OURS = { 'x-csrf': '1' }
const FACTS = { 'x-context-id': 'facts' }
type Headers = Record<string, string>
interface Body {
  code?: string
  boolean?: boolean
  inserted?: number
  total?: number
  predicates?: unknown
}

let app: TestApp
before(async () => {
  app = await graphApp()
})

/** Creates a browser session for a user with that role. */
async function signIn(tenant: Tenant, role: Role): Promise<Headers> {
  const { db, clock, identity } = app.platform
  const account = { email: `${newId('p')}@example.com`, displayName: 'Uma Berg' }
  const user = await createUser({ db, clock }, account)
  const { email, displayName: display_name } = account
  await insertMember(db, { tenant_id: tenant.id, user_id: user.id, role, email, display_name, joined_at: clock.now() })
  const membership = (await findMembership(db, user.id, tenant.id))!
  const visitor = { requestId: 'test', ip: '127.0.0.1', userAgent: 'test' }
  const person = { id: user.id, email, displayName: display_name }
  const { secret } = await identity.sessions.start(visitor, person, membership, {
    authMethod: 'oidc',
    amr: [],
    tokens: {},
  })
  return { cookie: `veritrace_session=${secret}` }
}

const send = async (path: string, text: string, headers: Headers) => {
  const type = path.endsWith('update') ? 'application/sparql-update' : 'application/sparql-query'
  const response = await fetch(`${app.url}/graph${path}`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': type, ...headers },
  })
  const body = (await response.json()) as Body
  return { status: response.status, code: body.code, body }
}
const ask = (headers: Headers) => send('/console/sparql', ASK, { ...FACTS, ...OURS, ...headers })
const change = (headers: Headers) => send('/console/sparql/update', INSERT, { ...FACTS, ...OURS, ...headers })

test('a session can query and update through the query page, in its own tenant only', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const [member, stranger] = [await signIn(tenant, 'member'), await signIn(other, 'owner')]
  assert.deepEqual((await ask(member)).body, { head: {}, boolean: false })
  assert.equal((await change(member)).body.inserted, 1)
  assert.equal((await ask(member)).body.boolean, true)
  assert.equal((await ask({ ...member, 'x-context-id': 'others' })).body.boolean, false)
  assert.equal((await ask({ ...member, 'x-workspace-id': 'elsewhere' })).body.boolean, false)

  assert.equal((await ask(stranger)).body.boolean, false)
  assert.equal((await ask({ ...stranger, 'x-workspace-id': tenant.id })).code, 'workspace_not_found')
  assert.equal((await ask({ ...stranger, 'x-tenant-id': tenant.id })).code, 'tenant_mismatch')
  const foreign = { ...stranger, 'x-context-id': `urn:tenant:${tenant.id}:ws:${tenant.id}:graph:facts` }
  assert.equal((await ask(foreign)).code, 'graph_out_of_scope')
})

test('statistics and shapes belong to the context in the header', async () => {
  const member = await signIn(await app.tenant(), 'member')
  await change(member)
  const read = async (path: string, headers: Headers) => {
    const response = await fetch(`${app.url}/graph/console${path}`, { headers: { ...member, ...headers } })
    return [response.status, (await response.json()) as Body] as const
  }
  const [status, stats] = await read('/statements/stats', FACTS)
  assert.deepEqual([status, stats.total, stats.predicates], [200, 1, [{ iri: 'urn:b', count: 1 }]])
  assert.equal((await read('/statements/stats', { 'x-context-id': 'others' }))[1].total, 0)
  assert.deepEqual(await read('/shapes', FACTS), [200, { items: [], next: '' }])
  const [missing, problem] = await read('/statements/stats', {})
  assert.deepEqual([missing, problem.code], [400, 'missing_header'])
})

test('a viewer can query but not update', async () => {
  const viewer = await signIn(await app.tenant(), 'viewer')
  assert.equal((await ask(viewer)).status, 200)
  const { status, code } = await change(viewer)
  assert.deepEqual([status, code], [403, 'role_too_low'])
  assert.equal((await ask(viewer)).body.boolean, false)
})

test('a customer without the product is rejected, with a session as with a key', async () => {
  const id = newId('t').replace('_', '-')
  const tenant = await ensureTenant(app.platform.db, { id, displayName: id, products: ['provenance'] })
  const key = { authorization: `Bearer ${await app.key(tenant, 'owner')}` }
  for (const headers of [await signIn(tenant, 'owner'), key])
    for (const answer of [await ask(headers), await change(headers)])
      assert.deepEqual([answer.status, answer.code], [403, 'scope_denied'])
})

test('requests without a session or from another site are rejected', async () => {
  const member = await signIn(await app.tenant(), 'member')
  for (const answer of [await ask({}), await change({})])
    assert.deepEqual([answer.status, answer.code], [401, 'unauthenticated'])
  const foreign = { ...member, origin: 'https://evil.test' }
  for (const answer of [await ask(foreign), await change(foreign), await change({ ...member, 'x-csrf': '' })])
    assert.deepEqual([answer.status, answer.code], [403, 'csrf_rejected'])
  assert.equal((await ask(member)).body.boolean, false)
})

test('the API itself does not accept sessions', async () => {
  const member = await signIn(await app.tenant(), 'member')
  const { status, code } = await send('/sparql', ASK, { ...FACTS, ...OURS, ...member })
  assert.deepEqual([status, code], [401, 'unauthenticated'])
})

test('a server without the built web files says so on the page', async () => {
  const response = await fetch(`${app.url}/graph/console`, { headers: { accept: 'text/html' } })
  assert.equal(response.status, 503)
  assert.match(await response.text(), /This page has not been built/)
})
