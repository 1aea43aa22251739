// Which workspaces a role applies to: people with personal tokens, in existing and unknown workspaces.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { access } from '@veritrace/contract/casework/access'
import { projects } from '@veritrace/contract/casework/projects'
import { type Client, client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'
import { workspaces } from '@veritrace/contract/workspaces'
import { systemCaller } from '@veritrace/platform/caller'
import { readRoom } from '@veritrace/platform/db/migrate'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { caseworkMigrations } from '../index.ts'
import { caseworkApp } from '../testing.ts'
import { acceptInvite } from './invite-person.ts'

let app: TestApp
before(async () => {
  app = await caseworkApp()
})

type Tenant = Awaited<ReturnType<TestApp['tenant']>>
const inWorkspace = (tenant: Tenant, workspace = tenant.id) => ({
  'x-tenant-id': tenant.id,
  'x-workspace-id': workspace,
  'x-context-id': 'default',
})

/** A member of the tenant who calls with a personal token. */
async function person(tenant: Tenant, id: string) {
  const row = { tenant_id: tenant.id, user_id: id, role: 'member' as const, email: `${id}@example.com` }
  await insertMember(app.platform.db, { ...row, display_name: id, joined_at: new Date() })
  return tokenOf(tenant, id)
}
async function tokenOf(tenant: Tenant, id: string) {
  const actor = { type: 'user' as const, id, label: id }
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), role: 'member' as const, actor }
  const { secret } = await app.platform.identity.keys.create(caller, { name: 'own', kind: 'pat' })
  const as = <R extends Resource>(resource: R): Client<R> =>
    client(resource, `${app.url}/api/casework`, (url, init) => {
      const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${secret}` }
      return fetch(url, { ...init, headers })
    })
  return {
    roleIn: async (workspace: string) => (await as(access).me({ headers: inWorkspace(tenant, workspace) })).role,
    begin: (workspace: string) =>
      as(projects).create({ body: { name: 'Mine' }, headers: inWorkspace(tenant, workspace) }),
  }
}

test('a viewer gains no rights by naming a workspace that does not exist', async () => {
  const tenant = await app.tenant()
  const bob = await person(tenant, 'bob')
  const admin = (await app.person(tenant, 'admin')).client(access)
  await admin.giveRole({ body: { user_id: 'bob', role: 'viewer', scope: 'tenant' }, headers: inWorkspace(tenant) })
  await assert.rejects(bob.begin(tenant.id), { status: 403, code: 'role_required' })
  for (const name of ['others', 'maim', `${tenant.id}x`, 'shared'])
    await assert.rejects(bob.begin(name), { status: 404, code: 'workspace_not_found' })
  await assert.rejects(bob.begin('main'), { status: 403, code: 'role_required' })
})

test('a role applies in the workspace it was given in', async () => {
  const tenant = await app.tenant()
  const bob = await person(tenant, 'bob')
  const admin = (await app.person(tenant, 'admin')).client(access)
  const headers = inWorkspace(tenant, 'main')
  const given = await admin.giveRole({ body: { user_id: 'bob', role: 'reviewer' }, headers })
  assert.deepEqual([given.role, given.scope], ['reviewer', 'workspace'])
  assert.deepEqual([await bob.roleIn('main'), await bob.roleIn(tenant.id)], ['reviewer', 'architect'])
  const { items } = await admin.members({ query: {}, headers: inWorkspace(tenant) })
  assert.deepEqual(
    items.filter(({ id }) => id === 'bob').map(({ role, given, scope }) => [role, given, scope]),
    [['architect', false, null]],
  )
})

test('a role for all workspaces replaces roles in single ones, and a later role in one workspace overrides it there', async () => {
  const tenant = await app.tenant()
  await app.workspace(tenant, 'lab')
  const bob = await person(tenant, 'bob')
  const admin = (await app.person(tenant, 'admin')).client(access)
  const give = (workspace: string, role: 'viewer' | 'operator' | 'analyst', scope?: 'tenant') =>
    admin.giveRole({
      body: { user_id: 'bob', role, ...(scope && { scope }) },
      headers: inWorkspace(tenant, workspace),
    })
  const roles = () => Promise.all([tenant.id, 'main', 'lab'].map((one) => bob.roleIn(one)))
  await give('main', 'operator')
  await give('lab', 'viewer', 'tenant')
  await app.workspace(tenant, 'later')
  await untilForgotten()
  assert.deepEqual(await roles(), ['viewer', 'viewer', 'viewer'])
  assert.equal(await bob.roleIn('later'), 'viewer')
  await give('lab', 'analyst')
  await untilForgotten()
  assert.deepEqual(await roles(), ['viewer', 'viewer', 'analyst'])
})

test('an invitation gives its role in every workspace unless it is for a single one', async () => {
  const home = await app.tenant()
  const admin = async (tenant: Tenant) => (await app.person(tenant, 'admin')).client(access)
  const join = async (host: Tenant, id: string, scope?: 'workspace') => {
    const body = { email: `${id}@example.com`, role: 'analyst' as const, ...(scope && { scope }) }
    const { link } = await (await admin(host)).invite({ body, headers: inWorkspace(host, 'main') })
    const actor = { type: 'user' as const, id, label: id }
    await person(home, id)
    await acceptInvite(app.platform, { ...systemCaller(home.id, home.customer_id), actor }, link!.split('/').at(-1)!)
    return tokenOf(host, id)
  }
  const host = await app.tenant()
  const ada = await join(host, 'ada')
  assert.deepEqual([await ada.roleIn('main'), await ada.roleIn(host.id)], ['analyst', 'analyst'])
  const eve = await join(host, 'eve', 'workspace')
  assert.deepEqual([await eve.roleIn('main'), await eve.roleIn(host.id)], ['analyst', 'architect'])
})

test('an archived workspace allows reading, questions and role changes, but no other changes', async () => {
  const tenant = await app.tenant({ plan: 'pro' })
  const bob = await person(tenant, 'bob')
  const { id } = await bob.begin('main')
  await app.client(workspaces, tenant, 'admin').archive({ params: { id: 'main' } })
  const headers = inWorkspace(tenant, 'main')
  await assert.rejects(bob.begin('main'), { status: 409, code: 'workspace_archived' })
  const kept = await app.client(projects, tenant, 'viewer').get({ params: { id }, headers })
  assert.equal(kept.name, 'Mine')
  const asked = await fetch(`${app.url}/api/casework/resolve`, {
    method: 'POST',
    body: JSON.stringify({ items: [{ q: 'TABL:VBAK' }] }),
    headers: {
      ...headers,
      'content-type': 'application/json',
      authorization: `Bearer ${await app.key(tenant, 'member')}`,
    },
  })
  assert.ok(![403, 404, 409].includes(asked.status), await asked.text())
  const admin = (await app.person(tenant, 'admin')).client(access)
  const given = await admin.giveRole({ body: { user_id: 'bob', role: 'viewer' }, headers })
  assert.equal(given.role, 'viewer')
})

test('a key with a read scope cannot change anything in casework', async () => {
  const tenant = await app.tenant()
  const owner = systemCaller(tenant.id, tenant.customer_id)
  const scopes = ['casework:read']
  const { secret } = await app.platform.identity.keys.create(owner, { name: 'reader', role: 'admin', scopes })
  const send = (path: string, body: object) =>
    fetch(`${app.url}/api/casework${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...inWorkspace(tenant), 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    })
  const refused = await send('/projects', { name: 'Mine' })
  assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [403, 'scope_denied'])
  assert.notEqual((await send('/resolve', { items: [{ q: 'TABL:VBAK' }] })).status, 403)
})

test('the migration keeps every workspace reachable that has data or roles', async () => {
  const tenant = await app.tenant()
  const bob = await person(tenant, 'bob')
  const { db } = app.platform
  const worked = await bob.begin('main')
  const admin = (await app.person(tenant, 'admin')).client(access)
  await admin.giveRole({
    body: { user_id: 'bob', role: 'viewer' },
    headers: inWorkspace(tenant, await app.workspace(tenant, 'only-a-role')),
  })
  await sql`insert into casework.source_states (space, pack_id, source_id)
    values (${`${tenant.id}/only-a-list`}, 'p', 's')`.execute(db)
  await sql`delete from platform.workspaces where tenant_id = ${tenant.id} and id <> ${tenant.id}`.execute(db)
  const [, text] = (await readRoom(caseworkMigrations)).find(([name]) => name === '0025-workspaces')!
  for (let twice = 0; twice < 2; twice++) await sql.raw(text).execute(db)
  const { items } = await app.client(workspaces, tenant, 'viewer').list({ query: {} })
  assert.deepEqual(
    items.map(({ id }) => id),
    ['main', 'only-a-list', 'only-a-role', tenant.id].toSorted(),
  )
  const found = app.client(projects, tenant, 'viewer').get({
    params: { id: worked.id },
    headers: inWorkspace(tenant, 'main'),
  })
  assert.equal((await found).name, 'Mine')
})

/** Roles are cached for a second. */
const untilForgotten = () => new Promise((done) => setTimeout(done, 1_050))
