// Documents of several chunks: interrupted, processed by two workers, followed by the engine.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { statementId } from '@veritrace/platform/rdf/statement-id'
import type { TestApp } from '@veritrace/platform/testing/app'
import { anotherEngine, graphApp } from '../testing.ts'
import { compareEngine } from '../verify/compare-engine.ts'
import { ingestingTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const TYPE = 'application/n-triples'
const document = (statements: number, name = 's') =>
  Array.from({ length: statements }, (_, i) => `<http://e.test/${name}/${i}> <http://e.test/p> "${i % 7}" .\n`).join('')

test('an interrupted ingestion resumes where it stopped, and counts nothing twice', async () => {
  const { send, run, runInPart, api, at, as } = await ingestingTenant(app)
  const { id } = await send(TYPE, document(10_500))
  const record = () => api().get({ params: { id }, headers: at() })
  await runInPart(app.product, id, 1)
  const half = await record()
  assert.deepEqual([half.status, half.received, half.inserted], ['running', 10_000, 10_000])
  assert.equal((await as().stats({ headers: at() })).total, half.inserted)
  await run(app.product, id, 2)
  const done = await record()
  assert.deepEqual([done.status, done.received, done.inserted, done.duplicates], ['succeeded', 10_500, 10_500, 0])
  assert.equal((await as().stats({ headers: at() })).total, 10_500)
})

test('two workers on one ingestion write every chunk once', async () => {
  const { send, run, api, at, as } = await ingestingTenant(app)
  const { id } = await send(TYPE, document(10_200) + document(300))
  await Promise.all([run(app.product, id), run(app.product, id)])
  const { status, received, inserted, duplicates } = await api().get({ params: { id }, headers: at() })
  assert.deepEqual([status, received, inserted, duplicates], ['succeeded', 10_500, 10_200, 300])
  assert.equal((await as().stats({ headers: at() })).total, 10_200)
})

test('a canceled ingestion keeps the statements it has stored, and reports their number', async () => {
  const { send, run, runInPart, api, at, as } = await ingestingTenant(app)
  const { id } = await send(TYPE, document(10_500))
  await runInPart(app.product, id, 1)
  const canceled = await api().cancel({ params: { id }, headers: at() })
  await run(app.product, id, 2)
  const record = await api().get({ params: { id }, headers: at() })
  assert.deepEqual(record, canceled)
  assert.deepEqual([record.status, record.inserted, record.errors.length], ['partially_succeeded', 10_000, 1])
  assert.equal((await as().stats({ headers: at() })).total, 10_000)
})

test('an ingestion whose document is gone fails, and one that keeps failing ends as failed', async () => {
  const { send, run, api, at, tenant } = await ingestingTenant(app)
  const { id } = await send(TYPE, document(1))
  await app.platform.blobs.delete(`graph-ingestions/${tenant.id}/${id}`)
  await run(app.product, id)
  assert.equal((await api().get({ params: { id }, headers: at() })).status, 'failed')
  const other = await send(TYPE, document(2))
  const broken = AbortSignal.abort(new Error('no time'))
  await assert.rejects(run(app.product, other.id, 1, broken), /no time/)
  assert.equal((await api().get({ params: { id: other.id }, headers: at() })).status, 'running')
  await assert.rejects(run(app.product, other.id, 6, broken), /no time/)
  const record = await api().get({ params: { id: other.id }, headers: at() })
  assert.deepEqual([record.status, record.errors.length], ['failed', 1])
})

test('an engine that follows changes has the same statements as a newly filled one and as the database', async () => {
  const { send, run, tenant } = await ingestingTenant(app)
  const deps = { db: app.platform.db, engine: await anotherEngine() }
  const compare = () => compareEngine(deps, tenant.id, tenant.id)
  assert.deepEqual((await compare()).database.count, 0)
  for (const [type, text] of [
    [TYPE, document(1_500, 'a')],
    ['text/turtle', `_:b <http://e.test/p> [ <http://e.test/q> 01, 1.0, "x"@EN ] .\n${document(10, 'a')}`],
  ] as const) {
    const { id } = await send(type, text)
    await run(app.product, id)
    const followed = await compare()
    assert.deepEqual(followed.engine, followed.database)
  }
  await deps.engine.forget(`${tenant.id} ${tenant.id}`)
  const filled = await compare()
  assert.ok(filled.isEqual)
  assert.equal(filled.database.count, 1_504)
})

test('the server’s engine follows an ingestion by its bytes, however values are spelled', async () => {
  const { send, run, tenant, at, as, iri } = await ingestingTenant(app)
  const ask = async (query: string): Promise<string> => {
    const headers = { authorization: `Bearer ${await app.key(tenant, 'member')}`, ...at(), accept: 'text/csv' }
    const body = new URLSearchParams({ query })
    return (await (await fetch(`${app.url}/graph/sparql`, { method: 'POST', headers, body })).text()).trim()
  }
  const count = async () => Number((await ask('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).split('\n')[1])
  assert.equal(await count(), 0)
  const one = (text: string) =>
    `<http://e.test/n> <http://e.test/p> "${text}"^^<http://www.w3.org/2001/XMLSchema#integer>`
  const texts = [
    document(1_500, 'a'),
    `${document(300, 'b')}${one('01')} .\n_:x <http://e.test/p> "y" .\n`,
    `${one('1')} .`,
  ]
  for (const [index, expected] of [1_500, 1_802, 1_802].entries()) {
    await run(app.product, (await send(TYPE, texts[index]!)).id)
    assert.equal(await count(), expected)
  }
  // One value in the engine, but two statements in the database.
  const remove = async (text: string) => {
    const id = statementId(`${one(text)} <${iri('facts')}> .`)
    await as().delete({ params: { id }, headers: at() })
  }
  await remove('01')
  assert.equal(await ask('ASK { <http://e.test/n> <http://e.test/p> 1 }'), 'true')
  await remove('1')
  assert.equal(await ask('ASK { <http://e.test/n> <http://e.test/p> 1 }'), 'false')
})
