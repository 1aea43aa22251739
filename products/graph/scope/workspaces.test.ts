// Workspaces through HTTP, as used by callers of the graph.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import { ingestions } from '@veritrace/contract/graph/ingestions'
import { statements } from '@veritrace/contract/graph/statements'
import { workspaces } from '@veritrace/contract/workspaces'
import { systemCaller } from '@veritrace/platform/caller'
import { readRoom } from '@veritrace/platform/db/migrate'
import type { TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { graphMigrations } from '../index.ts'
import { fact, graphTenant, refused } from '../statements/testing.ts'
import { clockedGraphApp } from '../testing.ts'

let app: TestApp
let clock: Awaited<ReturnType<typeof clockedGraphApp>>['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

async function workspaceTenant(plan: 'free' | 'pro' = 'pro') {
  const tenant = await app.tenant({ plan })
  const at = (workspace: string): Record<string, string> => ({
    'x-tenant-id': tenant.id,
    'x-workspace-id': workspace,
    'x-context-id': 'facts',
  })
  return {
    tenant,
    at,
    as: (role: 'viewer' | 'member' | 'admin') => app.client(workspaces, tenant, role),
    say: (workspace: string, name = 'one') =>
      app.client(statements, tenant, 'member').create({ body: fact(name), headers: at(workspace) }),
    count: async (workspace: string) =>
      (await app.client(statements, tenant, 'viewer').stats({ query: {}, headers: at(workspace) })).total,
  }
}

const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => assert.fail('The call should have failed.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ApiError, String(error))
  const { status, code, problem } = error
  return { status, code, nearest: problem.nearest, detail: String(problem.detail) }
}

test('the tenant’s own workspace exists from the start and cannot be archived', async () => {
  const { as, tenant, say } = await workspaceTenant()
  await say(tenant.id)
  const { items } = await as('viewer').list({ query: { status: 'active' } })
  const own = items.find((one) => one.own)
  assert.deepEqual([own?.id, own?.status], [tenant.id, 'active'])
  assert.deepEqual((await problemOf(as('admin').archive({ params: { id: tenant.id } }))).code, 'workspace_is_own')
})

test('an unknown workspace returns 404 for reads and writes, and nothing is stored', async () => {
  const { as, at, say, count, tenant } = await workspaceTenant()
  await as('admin').create({ body: { id: 'merger', name: 'Merger 2027' } })
  for (const call of [
    () => say('mergre'),
    () => count('mergre'),
    () => app.client(ingestions, tenant, 'member').list({ query: {}, headers: at('mergre') }),
  ]) {
    const { status, code, nearest, detail } = await problemOf(call())
    assert.deepEqual([status, code, nearest], [404, 'workspace_not_found', ['merger']])
    assert.match(detail, /Did you mean “merger”/)
  }
  await say('merger')
  assert.deepEqual([await count('merger'), await count(tenant.id)], [1, 0])
  await assert.rejects(say('mergre'), refused(404, 'workspace_not_found'))
})

test('another tenant’s workspaces are never suggested, read or changed', async () => {
  const [a, b] = [await workspaceTenant(), await workspaceTenant()]
  await a.as('admin').create({ body: { id: 'project-falcon' } })
  assert.deepEqual((await problemOf(b.say('project-falcom'))).nearest, [])
  assert.deepEqual((await problemOf(b.say('project-falcon'))).code, 'workspace_not_found')
  const params = { id: 'project-falcon' }
  for (const call of [
    () => b.as('admin').get({ params }),
    () => b.as('admin').update({ params, body: { name: 'Mine' } }),
    () => b.as('admin').archive({ params }),
    () => b.as('admin').restore({ params }),
  ])
    assert.deepEqual((await problemOf(call())).status, 404)
  const { items } = await b.as('admin').list({ query: {} })
  assert.ok(items.every(({ id }) => !id.includes('falcon')))
})

test('only admins can create, rename, archive and restore; every member can read', async () => {
  const { as } = await workspaceTenant()
  await as('admin').create({ body: { id: 'lab' } })
  const params = { id: 'lab' }
  for (const role of ['viewer', 'member'] as const) {
    for (const call of [
      () => as(role).create({ body: { id: 'mine' } }),
      () => as(role).update({ params, body: { name: 'Mine' } }),
      () => as(role).archive({ params }),
      () => as(role).restore({ params }),
    ])
      assert.equal((await problemOf(call())).code, 'role_too_low')
    assert.equal((await as(role).get({ params })).name, 'lab')
  }
})

test('renaming changes the name but not the id or the data', async () => {
  const { as, say, count } = await workspaceTenant()
  const params = { id: 'lab' }
  const made = await as('admin').create({ body: { id: 'lab', name: '  The lab  ' } })
  assert.deepEqual([made.name, made.version], ['The lab', 1])
  await say('lab')
  const renamed = await as('admin').update({ params, body: { name: 'Forschung & Entwicklung 研究' } })
  assert.deepEqual([renamed.id, renamed.name, renamed.version], ['lab', 'Forschung & Entwicklung 研究', 2])
  assert.deepEqual(await as('viewer').get({ params }), renamed)
  assert.equal(await count('lab'), 1)
  const late = as('admin').update({ params, body: { name: 'Late' }, headers: { 'if-match': '"1"' } })
  assert.equal((await problemOf(late)).code, 'stale_version')
})

test('an archived workspace can be read and queried but not changed until it is restored', async () => {
  const { as, say, count, tenant, at } = await workspaceTenant()
  const params = { id: 'lab' }
  await as('admin').create({ body: { id: 'lab' } })
  await say('lab')
  const archived = await as('admin').archive({ params })
  assert.deepEqual([archived.status, Boolean(archived.archived?.by)], ['archived', true])
  assert.deepEqual((await problemOf(say('lab', 'two'))).code, 'workspace_archived')
  assert.equal(await count('lab'), 1)
  const asked = await fetch(`${app.url}/graph/sparql`, {
    method: 'POST',
    body: 'SELECT * { ?s ?p ?o }',
    headers: {
      ...at('lab'),
      authorization: `Bearer ${await app.key(tenant, 'viewer')}`,
      'content-type': 'application/sparql-query',
      accept: 'text/csv',
    },
  })
  assert.equal(asked.status, 200, await asked.clone().text())
  assert.equal((await asked.text()).trim().split('\n').length, 2)
  assert.deepEqual(await as('admin').archive({ params }), archived)
  assert.equal((await as('admin').restore({ params })).status, 'active')
  await say('lab', 'two')
  assert.equal(await count('lab'), 2)
  const { items } = await as('viewer').list({ query: { status: 'archived' } })
  assert.deepEqual(items, [])
})

test('other processes reject changes within a second after archiving', async () => {
  const { as, say, tenant } = await workspaceTenant()
  await as('admin').create({ body: { id: 'lab' } })
  await say('lab')
  await sql`update platform.workspaces set archived_at = now() where tenant_id = ${tenant.id} and id = 'lab'`.execute(
    app.platform.db,
  )
  clock.advance(1_001)
  await assert.rejects(say('lab', 'two'), refused(409, 'workspace_archived'))
})

test('twenty simultaneous requests create one workspace, and the last one that a plan allows is created only once', async () => {
  const { as } = await workspaceTenant('free')
  const create = (id: string) => as('admin').create({ body: { id } })
  const same = await Promise.allSettled(Array.from({ length: 20 }, () => create('lab')))
  assert.equal(same.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of same) if (one.status === 'rejected') assert.equal((one.reason as ApiError).code, 'workspace_exists')
  // The tenant's own workspace, the shared one of all graph tests, and this one exist, so two more are allowed.
  const many = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => create(`more-${at}`)))
  assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 2)
  for (const one of many)
    if (one.status === 'rejected') assert.equal((one.reason as ApiError).code, 'plan_limit_reached')
})

test('an archived workspace does not count toward the plan limit, and a restored one does', async () => {
  const { as } = await workspaceTenant('free')
  for (const id of ['one', 'two', 'three']) await as('admin').create({ body: { id } })
  assert.equal((await problemOf(as('admin').create({ body: { id: 'four' } }))).code, 'plan_limit_reached')
  await as('admin').archive({ params: { id: 'one' } })
  await as('admin').create({ body: { id: 'four' } })
  assert.equal((await problemOf(as('admin').restore({ params: { id: 'one' } }))).code, 'plan_limit_reached')
  const taken = await problemOf(as('admin').create({ body: { id: 'one' } }))
  assert.equal(taken.code, 'workspace_exists')
  assert.match(taken.detail, /archived: restore it/)
})

test('a repeated Idempotency-Key creates a workspace once', async () => {
  const { as, tenant } = await workspaceTenant()
  const headers = { 'idempotency-key': 'make-lab' }
  const first = await as('admin').create({ body: { id: 'lab' }, headers })
  assert.deepEqual(await as('admin').create({ body: { id: 'lab' }, headers }), first)
  assert.deepEqual(
    (await app.audit(tenant)).map(({ action }) => action),
    ['workspace.create'],
  )
})

test('each change is audited once, and a change without effect is not', async () => {
  const { as, tenant } = await workspaceTenant()
  const params = { id: 'lab' }
  await as('admin').create({ body: { id: 'lab', name: 'Lab' } })
  for (let twice = 0; twice < 2; twice++) await as('admin').update({ params, body: { name: 'Laboratory' } })
  for (let twice = 0; twice < 2; twice++) await as('admin').archive({ params })
  for (let twice = 0; twice < 2; twice++) await as('admin').restore({ params })
  const entries = await app.audit(tenant)
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['workspace.create', 'workspace.update', 'workspace.archive', 'workspace.restore'],
  )
  assert.deepEqual(entries[1]!.changes, [{ field: 'name', from: 'Lab', to: 'Laboratory' }])
})

for (const id of ['', 'Main', 'a b', '-a', 'a-', 'ä', 'a_b', 'a.b', '*', 'a/b', 'a\0', ' a ', 'x'.repeat(64), '名'])
  test(`“${id.replaceAll('\0', '␀')}” is not a valid workspace id`, async () => {
    const { as, at, tenant } = await workspaceTenant()
    assert.ok([400, 422].includes((await problemOf(as('admin').create({ body: { id } }))).status))
    if (!/^[\x20-\x7e]+$/.test(id) || id.trim() !== id) return
    const response = await fetch(`${app.url}/graph/statements/stats`, {
      headers: { ...at(id), authorization: `Bearer ${await app.key(tenant, 'viewer')}` },
    })
    assert.equal(response.status, 400)
    assert.match(((await response.json()) as { detail: string }).detail, /a-z, 0-9 and inner hyphens/)
  })

for (const name of ['', ' ', '\u200b', '…', 'a\nb', 'a\0b', '\ud800x', 'x'.repeat(121)])
  test(`a workspace cannot be named ${JSON.stringify(name)}`, async () => {
    const { as } = await workspaceTenant()
    assert.ok([400, 422].includes((await problemOf(as('admin').create({ body: { id: 'lab', name } }))).status))
  })

test('the list is paged by id', async () => {
  const { as, tenant } = await workspaceTenant()
  for (const id of ['zeta', 'alpha', 'mid']) await as('admin').create({ body: { id } })
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await as('viewer').list({ query: { limit: 2, ...(cursor && { cursor }) } })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  assert.deepEqual(ids, ['alpha', 'elsewhere', 'mid', tenant.id, 'zeta'].toSorted())
})

test('a burst of calls reads the workspace only once', async () => {
  const { as, at, tenant } = await workspaceTenant()
  await as('admin').create({ body: { id: 'lab' } })
  const read = () => app.client(statements, tenant, 'viewer').stats({ query: {}, headers: at('lab') })
  await read()
  // A second query would not find it.
  await sql`update platform.workspaces set id = 'gone' where tenant_id = ${tenant.id} and id = 'lab'`.execute(
    app.platform.db,
  )
  for (let again = 0; again < 5; again++) await read()
  clock.advance(1_001)
  await assert.rejects(read(), refused(404, 'workspace_not_found'))
})

test('a key with a read scope cannot create a workspace', async () => {
  const { tenant } = await workspaceTenant()
  const owner = systemCaller(tenant.id, tenant.customer_id)
  const { secret } = await app.platform.identity.keys.create(owner, {
    name: 'r',
    role: 'admin',
    scopes: ['graph:read'],
  })
  const response = await fetch(`${app.url}/graph/workspaces`, {
    method: 'POST',
    body: '{"id":"lab"}',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  })
  assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [403, 'scope_denied'])
})

test('an unknown workspace is not found, even if the context is given as an IRI', async () => {
  const { tenant, as } = await graphTenant(app)
  const headers = {
    'x-tenant-id': tenant.id,
    'x-workspace-id': 'nowhere',
    'x-context-id': `urn:tenant:${tenant.id}:ws:nowhere:graph:facts`,
  }
  await assert.rejects(as().create({ body: fact('x'), headers }), refused(404, 'workspace_not_found'))
})

test('another component of this installation can finish its work in an archived workspace', async () => {
  const { as, at, tenant, say, count } = await workspaceTenant()
  await as('admin').create({ body: { id: 'lab' } })
  await as('admin').archive({ params: { id: 'lab' } })
  const part = { id: 'casework-graph', tenant: tenant.id, role: 'member', plan: 'pro', products: ['graph'] } as const
  const { token } = await app.platform.identity.ownTokens.issue({ ...part, scopes: ['graph:write'] })
  const answer = await fetch(`${app.url}/graph/statements`, {
    method: 'POST',
    body: JSON.stringify(fact('one')),
    headers: { ...at('lab'), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  assert.equal(answer.status, 201)
  await assert.rejects(say('lab', 'two'), refused(409, 'workspace_archived'))
  assert.equal(await count('lab'), 1)
})

test('the migration keeps every workspace with data accessible', async () => {
  const { as, say, count, tenant } = await workspaceTenant()
  const { db } = app.platform
  await as('admin').create({ body: { id: 'lab' } })
  await say('lab')
  await sql`delete from platform.workspaces where tenant_id = ${tenant.id} and id <> ${tenant.id}`.execute(db)
  await sql`insert into graph.embedding_progress (tenant_id, workspace_id, model) values (${tenant.id}, 'only-progress', 'm')`.execute(
    db,
  )
  const [, text] = (await readRoom(graphMigrations)).find(([name]) => name === '0019-workspaces')!
  for (let twice = 0; twice < 2; twice++) await sql.raw(text).execute(db)
  const { items } = await as('viewer').list({ query: {} })
  assert.deepEqual(
    items.map(({ id }) => id),
    ['lab', 'only-progress', tenant.id].toSorted(),
  )
  assert.equal(await count('lab'), 1)
})
