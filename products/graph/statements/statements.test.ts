// Statements through HTTP: asserted, merged, read, retracted, counted.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ApiError, client } from '@veritrace/contract/client'
import { type NewStatement, statements } from '@veritrace/contract/graph/statements'
import { systemCaller } from '@veritrace/platform/caller'
import { newId } from '@veritrace/platform/ids'
import { statementId } from '@veritrace/platform/rdf/statement-id'
import type { TestApp } from '@veritrace/platform/testing/app'
import { type ClockedApp, clockedGraphApp } from '../testing.ts'
import { fact, graphTenant, refused } from './testing.ts'

let app: TestApp
let clock: ClockedApp['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

/** Expects a 422 with these fields. */
const wrongFields = (...paths: string[]) => {
  return (error: unknown) => {
    refused(422, 'invalid_body')(error)
    const errors = (error as ApiError).problem.errors as { path: string }[]
    assert.deepEqual(errors.map((entry) => entry.path).toSorted(), paths.toSorted(), (error as ApiError).message)
    return true
  }
}

test('a new statement is returned with its id, context and author', async () => {
  const { as, at, iri } = await graphTenant(app)
  const body = { ...fact('a', 'Grüße\n"'), language: 'de-AT', metadata: { confidence: 0.5, source: 'a book' } }
  const made = await as().create({ body, headers: at() })
  const line = `<http://e.test/a> <http://e.test/says> "Grüße\\n\\""@de-at <${iri('facts')}> .`
  assert.equal(made.id, statementId(line))
  assert.deepEqual([made.contextId, made.language, made.datatype], [iri('facts'), 'de-AT', null])
  assert.deepEqual([made.object, made.metadata, made.assertions], [body.object, body.metadata, 1])
  assert.equal(made.createdAt, clock.now().toISOString())
  assert.ok(made.createdBy)
  assert.deepEqual(await as('viewer').get({ params: { id: made.id }, headers: at() }), made)
  assert.deepEqual(await as('viewer').get({ params: { id: made.id.slice(-32) }, headers: at() }), made)
})

test('the same statement has the same id however it arrives', async () => {
  const { as, at, iri } = await graphTenant(app)
  const body: NewStatement = { ...fact('a', 'x'), language: 'EN' }
  const first = await as().create({ body, headers: at() })
  const again = [
    await as().create({ body: { ...body, language: 'en', contextId: iri('facts') }, headers: at() }),
    await as().create({ body: { ...body, contextId: 'facts' }, headers: at(iri('facts')) }),
    await as().create({ body: { ...body, contextId: iri('facts') }, headers: at('other', { wide: true }) }),
  ]
  assert.deepEqual(
    again.map(({ id, assertions, language }) => [id, assertions, language]),
    [2, 3, 4].map((assertions) => [first.id, assertions, 'EN']),
  )
  const { ids, duplicates } = await as().createBatch({ body: { statements: [body] }, headers: at() })
  assert.deepEqual([ids, duplicates], [[first.id], 1])
  const plain = await as().create({ body: fact('a', 'x'), headers: at() })
  const datatype = 'http://www.w3.org/2001/XMLSchema#string'
  const typed = await as().create({ body: { ...fact('a', 'x'), datatype }, headers: at() })
  assert.deepEqual([typed.id, typed.datatype, plain.datatype], [plain.id, datatype, datatype])
  const typedFirst = await as().create({ body: { ...fact('b', 'x'), datatype }, headers: at() })
  const plainLater = await as().create({ body: fact('b', 'x'), headers: at() })
  assert.deepEqual([plainLater.id, plainLater.datatype], [typedFirst.id, typedFirst.datatype])
  const link = { subject: 'http://e.test/a', predicate: 'http://e.test/b', object: 'http://e.test/c' }
  assert.equal((await as().create({ body: { ...link, objectType: 'iri' }, headers: at() })).datatype, null)
  assert.notEqual(plain.id, first.id)
})

test('two spellings of one number are two statements, and both keep their spelling', async () => {
  const { as, at } = await graphTenant(app)
  const datatype = 'http://www.w3.org/2001/XMLSchema#integer'
  const made = await Promise.all(
    ['1', '01'].map((object) => as().create({ body: { ...fact('n', object), datatype }, headers: at() })),
  )
  assert.deepEqual(new Set(made.map(({ id }) => id)).size, 2)
  assert.deepEqual(
    made.map(({ object }) => object),
    ['1', '01'],
  )
})

test('the same triple in another context is another statement', async () => {
  const { as, at } = await graphTenant(app)
  const one = await as().create({ body: fact('a'), headers: at('one') })
  const two = await as().create({ body: fact('a'), headers: at('two') })
  assert.notEqual(one.id, two.id)
})

test('asserting again merges metadata, and the newest value wins', async () => {
  const { as, at } = await graphTenant(app)
  const first = await as().create({
    body: { ...fact('m'), metadata: { confidence: 0.2, source: 'a', deep: { kept: false } } },
    headers: at(),
  })
  clock.advance(1_000)
  const second = await as().create({
    body: { ...fact('m'), metadata: { confidence: 0.9, note: null, deep: {} } },
    headers: at(),
  })
  assert.deepEqual(second.metadata, { confidence: 0.9, source: 'a', note: null, deep: {} })
  assert.deepEqual([second.createdAt, second.assertions], [first.createdAt, 2])
  assert.equal(second.updatedAt, clock.now().toISOString())
  const plain = await as().create({ body: fact('m'), headers: at() })
  assert.deepEqual([plain.metadata, plain.assertions], [second.metadata, 3])
})

test('creating returns 201, asserting again 200, deleting 204', async () => {
  const { tenant, at } = await graphTenant(app)
  const owner = systemCaller(tenant.id, tenant.customer_id)
  const { secret } = await app.platform.identity.keys.create(owner, { name: 'statuses', role: 'member' })
  const statuses: number[] = []
  const watched = client(statements, `${app.url}/graph`, async (url, init) => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${secret}` }
    const response = await fetch(url, { ...init, headers })
    statuses.push(response.status)
    return response
  })
  const { id } = await watched.create({ body: fact('s'), headers: at() })
  await watched.create({ body: fact('s'), headers: at() })
  await watched.delete({ params: { id }, headers: at() })
  await watched.create({ body: fact('s'), headers: at() })
  assert.deepEqual(statuses, [201, 200, 204, 201])
})

test('the merged metadata of all assertions is limited to 64 KiB', async () => {
  const { as, at } = await graphTenant(app)
  const half = (key: string) => ({ ...fact('big'), metadata: { [key]: 'x'.repeat(40_000) } })
  await as().create({ body: half('one'), headers: at() })
  assert.equal((await as().create({ body: half('one'), headers: at() })).assertions, 2)
  await assert.rejects(as().create({ body: half('two'), headers: at() }), wrongFields('metadata'))
  const { errors, inserted } = await as().createBatch({
    query: { mode: 'partial' },
    body: { statements: [fact('small'), half('two')] },
    headers: at(),
  })
  assert.deepEqual([inserted, errors.map(({ index, path }) => [index, path])], [1, [[1, 'metadata']]])
})

test('a statement with a blank node keeps its label', async () => {
  const { as, at } = await graphTenant(app)
  const body = { subject: '_:b0', predicate: 'http://e.test/knows', object: '_:b1', objectType: 'bnode' as const }
  const made = await as().create({ body, headers: at() })
  assert.deepEqual([made.subject, made.object, made.objectType], ['_:b0', '_:b1', 'bnode'])
})

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const WRONG: [Partial<Record<keyof NewStatement, unknown>>, ...string[]][] = [
  [{ subject: 'not an iri' }, 'subject'],
  [{ subject: '/relative' }, 'subject'],
  [{ subject: '_:' }, 'subject'],
  [{ subject: '' }, 'subject'],
  [{ subject: undefined }, 'subject'],
  [{ subject: 7 }, 'subject'],
  [{ predicate: '_:b0' }, 'predicate'],
  [{ predicate: 'http://e.test/a b' }, 'predicate'],
  [{ objectType: 'iri', object: 'x' }, 'object'],
  [{ objectType: 'bnode', object: 'b0' }, 'object'],
  [{ objectType: 'number' }, 'objectType'],
  [{ object: 'x'.repeat(262_145) }, 'object'],
  [{ object: '\ud800' }, 'object'],
  [{ object: 'abc', datatype: `${XSD}integer` }, 'object'],
  [{ object: '2023-02-29', datatype: `${XSD}date` }, 'object'],
  [{ datatype: 'nonsense' }, 'datatype'],
  [{ datatype: `${XSD}string`, language: 'en' }, 'datatype'],
  [{ datatype: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString' }, 'language'],
  [{ language: 'not a tag' }, 'language'],
  [{ objectType: 'iri', object: 'a:b', language: 'en' }, 'language'],
  [{ contextId: 'a name with spaces' }, 'contextId'],
  [{ metadata: { confidence: 1.1 } }, 'metadata.confidence'],
  [{ metadata: { confidence: 'high' } }, 'metadata.confidence'],
  [{ metadata: { text: '\udc00' } }, 'metadata'],
  [{ metadata: { text: 'x'.repeat(65_536) } }, 'metadata'],
  [{ metadata: [] }, 'metadata'],
  [{ subject: 'x', predicate: 'y', language: '' }, 'subject', 'predicate', 'language'],
  [{ extra: 1 } as never, 'extra'],
]

test('errors are reported by field, alone and in a batch', async () => {
  const { as, at } = await graphTenant(app)
  for (const [change, ...paths] of WRONG) {
    const body = { ...fact('w'), ...change } as NewStatement
    await assert.rejects(as().create({ body, headers: at() }), wrongFields(...paths))
    const batch = { statements: [fact('right'), body] }
    const inBatch = paths.map((path) => `statements.1.${path}`)
    await assert.rejects(as().createBatch({ body: batch, headers: at() }), wrongFields(...inBatch))
  }
  assert.equal((await as().stats({ headers: at() })).total, 0)
})

test('a batch with one invalid statement stores nothing', async () => {
  const { as, at, tenant } = await graphTenant(app)
  const statements = [fact(1), { ...fact(2), subject: 'wrong' }, 'nonsense', fact(3)]
  const all = as().createBatch({ body: { statements }, headers: at() })
  await assert.rejects(all, wrongFields('statements.1.subject', 'statements.2'))
  assert.equal((await as().stats({ headers: at() })).total, 0)
  assert.deepEqual(await app.audit(tenant), [])
})

test('a partial batch stores the valid statements and lists the rest by index', async () => {
  const { as, at } = await graphTenant(app)
  const foreign = { ...fact(4), contextId: 'urn:tenant:other:ws:other:graph:facts' }
  const statements = [fact(1), { ...fact(2), subject: 'wrong' }, fact(1), foreign, null]
  const result = await as().createBatch({ query: { mode: 'partial' }, body: { statements }, headers: at() })
  assert.deepEqual(
    [result.received, result.inserted, result.duplicates, result.rejected, (await as().stats({ headers: at() })).total],
    [5, 1, 1, 3, 1],
  )
  assert.deepEqual(
    result.errors.map(({ index, path, code }) => [index, path, code]),
    [
      [1, 'subject', 'invalid_body'],
      [3, 'contextId', 'graph_out_of_scope'],
      [4, '', 'invalid_body'],
    ],
  )
  assert.deepEqual(
    result.ids.map((id) => id !== null),
    [true, false, true, false, false],
  )
  assert.equal(result.ids[0], result.ids[2])
  const { assertions } = await as().get({ params: { id: result.ids[0]! }, headers: at() })
  assert.equal(assertions, 2)
})

test('a batch has at least one statement and at most 10,000', async () => {
  const { as, at } = await graphTenant(app)
  for (const statements of [[], Array.from({ length: 10_001 }, () => ({}))])
    await assert.rejects(as().createBatch({ body: { statements }, headers: at() }), wrongFields('statements'))
})

test('10,000 statements can be stored with one call', async () => {
  const { as, at } = await graphTenant(app)
  const statements = Array.from({ length: 10_000 }, (_, i) => ({
    ...fact(i % 2_500, `value ${i}`),
    metadata: { confidence: 0.5 },
  }))
  const first = await as().createBatch({ body: { statements }, headers: at() })
  assert.deepEqual([first.inserted, first.duplicates], [10_000, 0])
  const second = await as().createBatch({ body: { statements: statements.slice(0, 250) }, headers: at() })
  assert.deepEqual([second.inserted, second.duplicates], [0, 250])
  const stats = await as().stats({ headers: at() })
  assert.deepEqual([stats.total, stats.subjects], [10_000, 2_500])
})

test('a retracted statement is gone, and cannot be retracted again', async () => {
  const { as, at } = await graphTenant(app)
  const { id } = await as().create({ body: fact('gone'), headers: at() })
  await as().delete({ params: { id }, headers: at() })
  await assert.rejects(as().get({ params: { id }, headers: at() }), refused(404, 'statement_not_found'))
  await assert.rejects(as().delete({ params: { id }, headers: at() }), refused(404, 'statement_not_found'))
  const { assertions, metadata } = await as().create({ body: fact('gone'), headers: at() })
  assert.deepEqual([assertions, metadata], [1, {}])
})

test('an unknown or malformed id is not found', async () => {
  const { as, at } = await graphTenant(app)
  for (const id of ['none', 'a'.repeat(32), `urn:graph:shape:${'a'.repeat(32)}`, '%', "' or 1=1"]) {
    await assert.rejects(as().get({ params: { id }, headers: at() }), refused(404, 'statement_not_found'))
    await assert.rejects(as().delete({ params: { id }, headers: at() }), refused(404, 'statement_not_found'))
  }
})

test('a repeated Idempotency-Key asserts once', async () => {
  const { as, at } = await graphTenant(app)
  const headers = { ...at(), 'idempotency-key': newId('key') }
  const first = await as().create({ body: fact('once'), headers })
  assert.deepEqual(await as().create({ body: fact('once'), headers }), first)
  const { assertions } = await as().get({ params: { id: first.id }, headers: at() })
  assert.equal(assertions, 1)
})

test('statistics count the statements in the scope', async () => {
  const { as, at, iri } = await graphTenant(app)
  assert.deepEqual(await as('viewer').stats({ headers: at() }), {
    total: 0,
    byObjectType: { iri: 0, literal: 0, bnode: 0 },
    subjects: 0,
    predicates: [],
    classes: [],
    contexts: [],
    lastWriteAt: null,
    embedding: { model: 'use-lite-en', labelled: 0, embedded: 0, pending: 0, upToDate: true },
  })
  const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
  const is = (name: string, what: string) => ({
    subject: `http://e.test/${name}`,
    predicate: type,
    object: `http://e.test/${what}`,
    objectType: 'iri' as const,
  })
  const statements = [
    is('a', 'Cat'),
    is('b', 'Cat'),
    is('c', 'Dog'),
    fact('a'),
    { ...fact('a', '_:n'), objectType: 'bnode' },
  ]
  await as().createBatch({ body: { statements }, headers: at() })
  await as().create({ body: is('d', 'Fish'), headers: at('more') })
  const stats = await as('viewer').stats({ headers: at() })
  assert.deepEqual(stats.byObjectType, { iri: 3, literal: 1, bnode: 1 })
  assert.deepEqual([stats.total, stats.subjects, stats.contexts], [5, 3, [{ contextId: iri('facts'), count: 5 }]])
  assert.deepEqual(stats.predicates, [
    { iri: type, count: 3 },
    { iri: 'http://e.test/says', count: 2 },
  ])
  assert.deepEqual(stats.classes, [
    { iri: 'http://e.test/Cat', count: 2 },
    { iri: 'http://e.test/Dog', count: 1 },
  ])
  const wide = await as('viewer').stats({ headers: at('facts', { wide: true }) })
  assert.deepEqual([wide.total, wide.contexts.length, wide.classes.length], [6, 2, 3])

  clock.advance(5_000)
  const { id } = await as().create({ body: is('d', 'Fish'), headers: at('more') })
  await as().delete({ params: { id }, headers: at('more') })
  const emptied = await as().stats({ headers: at('more') })
  assert.deepEqual([emptied.total, emptied.contexts, emptied.lastWriteAt], [0, [], clock.now().toISOString()])
})

test('every change is recorded once, with counts', async () => {
  const { as, at, tenant } = await graphTenant(app)
  const { ids } = await as().createBatch({ body: { statements: [fact(1), fact(2)] }, headers: at() })
  await as().create({ body: fact(1), headers: at() })
  await as().delete({ params: { id: ids[0]! }, headers: at() })
  const entries = await app.audit(tenant)
  assert.deepEqual(
    entries.map(({ action, resource }) => [action, resource.type, resource.id]),
    Array.from({ length: 3 }, () => ['statements.change', 'workspace', tenant.id]),
  )
  const told = await app.platform.db
    .selectFrom('platform.outbox')
    .select('payload')
    .where('tenant_id', '=', tenant.id)
    .where('type', '=', 'statements.change')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    told.map(({ payload }) => payload.data),
    [
      { seq: 1, added: 2, removed: 0, known: 0 },
      { seq: 2, added: 0, removed: 0, known: 1 },
      { seq: 3, added: 0, removed: 1, known: 0 },
    ],
  )
})
