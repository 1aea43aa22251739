// Visibility of statements across tenants, workspaces and contexts.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ApiError } from '@veritrace/contract/client'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { fact, graphTenant, refused } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

type Tenant = Awaited<ReturnType<typeof graphTenant>>
type Headers = Record<string, string>
/** Every operation, as a function of its headers. */
const operations = ({ as }: Tenant, id: string) => [
  (headers: Headers) => as('owner').create({ body: fact('x'), headers }),
  (headers: Headers) => as('owner').createBatch({ body: { statements: [fact('x')] }, headers }),
  (headers: Headers) => as('owner').stats({ headers }),
  (headers: Headers) => as('owner').get({ params: { id }, headers }),
  (headers: Headers) => as('owner').delete({ params: { id }, headers }),
]

test('each missing scope header is reported by name', async () => {
  const one = await graphTenant(app)
  const { id } = await one.as().create({ body: fact('a'), headers: one.at() })
  for (const name of ['x-tenant-id', 'x-workspace-id', 'x-context-id'])
    for (const call of operations(one, id)) {
      const { [name]: _, ...headers } = one.at()
      await assert.rejects(call(headers), (error: ApiError) => {
        refused(400, 'missing_header')(error)
        return String(error.problem.header).toLowerCase() === name
      })
    }
})

test('every operation on a context of another tenant or workspace returns 403', async () => {
  const [one, two] = [await graphTenant(app), await graphTenant(app)]
  const { id } = await one.as().create({ body: fact('a'), headers: one.at() })
  const foreign = [two.iri('facts'), one.iri('facts', 'elsewhere'), 'http://e.test/graph', 'urn:x']
  for (const context of foreign)
    for (const call of operations(one, id))
      await assert.rejects(call(one.at(context)), refused(403, 'graph_out_of_scope'))
})

test('an invalid context name or scope returns 400', async () => {
  const one = await graphTenant(app)
  const { id } = await one.as().create({ body: fact('a'), headers: one.at() })
  for (const headers of [
    one.at('a/b'),
    one.at('x'.repeat(129)),
    one.at(one.iri('a/meta')),
    { ...one.at(), 'x-graph-scope': 'all' },
  ])
    for (const call of operations(one, id)) await assert.rejects(call(headers), refused(400, 'bad_request'))
})

test('the tenant in the header must match the credentials', async () => {
  const [one, two] = [await graphTenant(app), await graphTenant(app)]
  const { id } = await two.as().create({ body: fact('a'), headers: two.at() })
  for (const call of operations(one, id)) await assert.rejects(call(two.at()), refused(403, 'tenant_mismatch'))
})

test('another tenant neither finds nor counts the statement', async () => {
  const [one, two] = [await graphTenant(app), await graphTenant(app)]
  const { id } = await one.as().create({ body: fact('a'), headers: one.at() })
  const elsewhere: [Tenant, Headers][] = [
    [two, two.at()],
    [two, two.at('facts', { wide: true })],
    [one, one.at('facts', { workspace: 'elsewhere', wide: true })],
    [one, one.at('other')],
  ]
  for (const [{ as }, headers] of elsewhere) {
    await assert.rejects(as('owner').get({ params: { id }, headers }), refused(404, 'statement_not_found'))
    await assert.rejects(as('owner').delete({ params: { id }, headers }), refused(404, 'statement_not_found'))
    assert.equal((await as('owner').stats({ headers })).total, 0)
  }
  assert.equal((await one.as().get({ params: { id }, headers: one.at() })).id, id)
})

test('workspace scope includes the other contexts of the workspace', async () => {
  const { as, at, iri } = await graphTenant(app)
  const { id } = await as().create({ body: fact('a'), headers: at('one') })
  const wide = at('two', { wide: true })
  assert.equal((await as('viewer').get({ params: { id }, headers: wide })).contextId, iri('one'))
  const made = await as().create({ body: { ...fact('b'), contextId: iri('three') }, headers: wide })
  assert.equal(made.contextId, iri('three'))
  await as().delete({ params: { id }, headers: wide })
  await assert.rejects(as().get({ params: { id }, headers: at('one') }), refused(404, 'statement_not_found'))
})

test('a body may name the context of the header, or with workspace scope any of the workspace', async () => {
  const [one, two] = [await graphTenant(app), await graphTenant(app)]
  const { as, at, iri } = one
  const cases: [string, Headers][] = [
    [iri('other'), at()],
    [two.iri('facts'), at()],
    [two.iri('facts'), at('facts', { wide: true })],
    [iri('facts', 'elsewhere'), at('facts', { wide: true })],
    ['http://e.test/graph', at('facts', { wide: true })],
  ]
  for (const [contextId, headers] of cases) {
    const body = { ...fact('a'), contextId }
    await assert.rejects(as().create({ body, headers }), refused(403, 'graph_out_of_scope'))
    const batch = { statements: [fact('right'), body] }
    await assert.rejects(as().createBatch({ body: batch, headers }), refused(403, 'graph_out_of_scope'))
  }
  assert.equal((await as().stats({ headers: at('facts', { wide: true }) })).total, 0)
})

test('a read-only role cannot write', async () => {
  const { as, at } = await graphTenant(app)
  const { id } = await as('member').create({ body: fact('a'), headers: at() })
  for (const role of ['viewer', 'reviewer'] as const) {
    const writes = [
      () => as(role).create({ body: fact('a'), headers: at() }),
      () => as(role).createBatch({ body: { statements: [fact('a')] }, headers: at() }),
      () => as(role).delete({ params: { id }, headers: at() }),
    ]
    for (const write of writes) await assert.rejects(write, refused(403, 'role_too_low'))
  }
})
