// Documents that replace a context: who reads it has the old whole until the new is whole, whatever happens in between.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { traversal } from '@veritrace/contract/graph/traversal'
import { fakeClock } from '@veritrace/platform/clock'
import type { Product } from '@veritrace/platform/product'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { graph, graphMigrations } from '../index.ts'
import { ingestingTenant } from './testing.ts'

const clock = fakeClock(new Date())
let app: TestApp
let product: Product
before(async () => {
  app = await openTestApp({ product: 'graph', migrations: [graphMigrations], clock }, async (platform) => {
    product = await graph(platform)
    return product
  })
})
after(() => app.close())

const TYPE = 'application/n-triples'
const document = (version: string, statements: number) =>
  Array.from({ length: statements }, (_, i) => `<urn:thing:${i}> <urn:version> <urn:${version}> .\n`).join('')

async function replacingTenant() {
  const tenant = await ingestingTenant(app)
  const { send, at, as, api } = tenant
  return {
    ...tenant,
    replace: async (text: string) => {
      clock.advance(1_000)
      return (await send(TYPE, text, { query: '?mode=replace' })).id
    },
    record: (id: string) => api().get({ params: { id }, headers: at() }),
    /** What readers find, each asked in its own way. */
    seen: async () => {
      const { total } = await as().stats({ headers: at() })
      const walked = await app
        .client(traversal, tenant.tenant, 'viewer')
        .walk({ body: { start: 'urn:thing:0', direction: 'out' }, headers: at() })
      return [total, ...walked.edges.map(({ to }) => to)]
    },
  }
}

test('a document replaces its context and no other, and may come again after another one', async () => {
  const { send, run, replace, record, seen, as, at } = await replacingTenant()
  await run(product, (await send(TYPE, document('kept', 3), { context: 'other' })).id)
  for (const [version, count] of [
    ['a', 5],
    ['b', 3],
    ['a', 5],
  ] as const) {
    const id = await replace(document(version, count))
    await run(product, id)
    const { status, mode, inserted } = await record(id)
    assert.deepEqual([status, mode, inserted], ['succeeded', 'replace', count])
    assert.deepEqual(await seen(), [count, `urn:${version}`])
    assert.equal(await replace(document(version, count)), id, 'said twice, it is done once')
  }
  const { contexts } = await as().stats({ headers: at('facts', { wide: true }), query: { only: 'contexts' } })
  assert.deepEqual(
    contexts.map(({ count }) => count),
    [5, 3],
    'nothing is left of the copies',
  )
})

test('after one that was cut off, and where it was given up, readers have the old', async () => {
  const { run, replace, record, seen, api, at } = await replacingTenant()
  await run(product, await replace(document('old', 2)))
  const id = await replace(document('new', 10_000))
  const cut = new AbortController()
  const running = run(product, id, 1, cut.signal)
  while ((await record(id)).received === 0) await new Promise((done) => setTimeout(done, 5))
  cut.abort(new Error('cut off'))
  await assert.rejects(running, /cut off/)
  assert.ok((await record(id)).received < 10_000)
  assert.deepEqual(await seen(), [2, 'urn:old'])
  await api().cancel({ params: { id }, headers: at() })
  assert.equal((await record(id)).status, 'failed')
  assert.deepEqual(await seen(), [2, 'urn:old'])

  await run(product, await replace(document('next', 3)))
  assert.deepEqual(await seen(), [3, 'urn:next'])
})

test('a context keeps what it holds, however much its name is like that of one that is replaced', async () => {
  const { send, run, replace, as, at } = await replacingTenant()
  for (const context of ['facts~old', 'facts~next', 'facts.old'])
    await run(product, (await send(TYPE, document('kept', 2), { context })).id)
  for (const version of ['a', 'b']) await run(product, await replace(document(version, 3)))
  const { contexts } = await as().stats({ headers: at('facts', { wide: true }), query: { only: 'contexts' } })
  assert.deepEqual(contexts.map(({ count }) => count).sort(), [2, 2, 2, 3])
  const { status, code } = await send(TYPE, document('kept', 1), { context: 'facts+old' })
  assert.deepEqual([status, code], [400, 'bad_request'], 'the copy is nobody else’s to write')
})
