// Vectors of callers, through HTTP.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ApiError } from '@veritrace/contract/client'
import type { VectorChange } from '@veritrace/contract/graph/search'
import type { TestApp } from '@veritrace/platform/testing/app'
import { refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { iri, LABEL, link, searchTenant, TYPE, text } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

type Vector = VectorChange['vectors'][number]
const at2 = (name: string, degrees: number, more: Partial<Vector> = {}): Vector => ({
  nodeId: iri(name),
  vector: [3 * Math.cos((degrees * Math.PI) / 180), 3 * Math.sin((degrees * Math.PI) / 180)],
  ...more,
})

/** A tenant with a two-dimensional space, in which vectors differ only by angle. */
async function vectorTenant() {
  const one = await searchTenant(app)
  return {
    ...one,
    put: (vectors: Vector[], more: object = {}, headers = one.at()) =>
      one.writer.putVectors({ body: { space: 'plane', vectors, ...more }, headers }),
    near: async (degrees: number, more: object = {}, headers = one.at()): Promise<string[]> => {
      const body = { vector: at2('', degrees).vector!, space: 'plane', ...more }
      const { items } = await one.searcher.byVector({ body, headers })
      return items.map(({ nodeId }) => nodeId.replace('http://e.test/', ''))
    },
  }
}

/** Expects an error for this field with this message. */
const wrong = (path: string, words: RegExp) => (error: ApiError) => {
  refused(422, 'invalid_body')(error)
  const errors = error.problem.errors as { path: string; message: string }[]
  assert.ok(
    errors.some((one) => one.path === path && words.test(one.message)),
    JSON.stringify(errors),
  )
  return true
}

test('vectors are found by direction, with cosine, label and statement', async () => {
  const { say, put, searcher, at } = await vectorTenant()
  const { ids } = await say([text('a', LABEL, 'Ada'), text('b', LABEL, 'Bob'), text('b', 'says', 'hi')])
  const done = await put([at2('a', 0), at2('b', 60, { statementId: ids[2]! }), at2('c', 180)])
  assert.deepEqual(done, { space: 'plane', dimension: 2, stored: 3, deleted: 0, total: 3 })
  const { items } = await searcher.byVector({ body: { vector: [7, 0], space: 'plane' }, headers: at() })
  assert.deepEqual(
    items.map(({ score, ...rest }) => ({ ...rest, score: Math.round(score * 1000) / 1000 })),
    [
      { nodeId: iri('a'), label: 'Ada', statementId: ids[0], score: 1 },
      { nodeId: iri('b'), label: 'Bob', statementId: ids[2], score: 0.5 },
      { nodeId: iri('c'), label: iri('c'), statementId: null, score: -1 },
    ],
  )
})

test('the nearest come first, limited by number and by score', async () => {
  const { put, near } = await vectorTenant()
  await put([at2('n0', 0), at2('n40', 40), at2('n90', 90), at2('n170', 170)])
  assert.deepEqual(await near(50), ['n40', 'n90', 'n0', 'n170'])
  assert.deepEqual(await near(50, { limit: 2 }), ['n40', 'n90'])
  assert.deepEqual(await near(50, { minScore: 0.7 }), ['n40', 'n90'])
  assert.deepEqual(await near(50, { minScore: 0.99 }), [])
})

test('equally near nodes are ordered by name, whatever the limit', async () => {
  const { put, near } = await vectorTenant()
  const names = Array.from({ length: 60 }, (_, i) => `n${i + 10}`)
  await put(names.toReversed().map((name) => at2(name, 20)))
  for (const limit of [1, 7, 30, 60]) assert.deepEqual(await near(0, { limit }), names.slice(0, limit), `${limit}`)
})

test('a replaced vector is found at its new position, a deleted one is not found', async () => {
  const { put, near } = await vectorTenant()
  await put([at2('a', 0), at2('b', 90)])
  assert.deepEqual(await near(0), ['a', 'b'])
  const moved = await put([at2('a', 180), { nodeId: iri('b'), vector: null }, { nodeId: iri('never'), vector: null }])
  assert.deepEqual([moved.stored, moved.deleted, moved.total], [1, 1, 1])
  assert.deepEqual(await near(0), ['a'])
  assert.deepEqual(await near(0, { minScore: 0 }), [])
  assert.equal((await put([at2('b', 1)])).total, 2)
  assert.deepEqual(await near(0), ['b', 'a'])
})

test('a filter keeps the nodes with the type and the values', async () => {
  const { say, put, near } = await vectorTenant()
  await say([
    link('a', TYPE, 'Person'),
    link('b', TYPE, 'Person'),
    link('c', TYPE, 'Place'),
    text('b', 'city', 'London'),
    text('c', 'city', 'London'),
    link('b', 'knows', 'a'),
  ])
  await put([at2('a', 0), at2('b', 10), at2('c', 20), at2('d', 30)])
  const where = (map: Record<string, string>) => ({ filter: { where: map } })
  assert.deepEqual(await near(0, { filter: { type: iri('Person') } }), ['a', 'b'])
  assert.deepEqual(await near(0, where({ [iri('city')]: 'London' })), ['b', 'c'])
  assert.deepEqual(await near(0, { filter: { type: iri('Person'), where: { [iri('city')]: 'London' } } }), ['b'])
  assert.deepEqual(await near(0, where({ [iri('knows')]: iri('a') })), ['b'])
  assert.deepEqual(await near(0, where({ [iri('city')]: 'Paris' })), [])
})

test('a filter needs absolute IRIs for classes and predicates; anything else returns 422 with its location', async () => {
  const { put, near } = await vectorTenant()
  await put([at2('a', 0)])
  const must = /must be an absolute IRI/
  await assert.rejects(near(0, { filter: { type: 'Person' } }), wrong('filter.type', must))
  await assert.rejects(near(0, { filter: { where: { city: 'London' } } }), wrong('filter.where.city', must))
  const both = { filter: { type: 'a b', where: { [iri('city')]: 'London', '': 'x' } } }
  await assert.rejects(near(0, both), wrong('filter.type', must))
  await assert.rejects(near(0, both), wrong('filter.where.', must))
  assert.deepEqual(await near(0, { filter: { type: '_:class' } }), [])
})

test('the dimension of a space never changes', async () => {
  const { put, near, writer, searcher, at } = await vectorTenant()
  await put([at2('a', 0)])
  const three = { nodeId: iri('b'), vector: [1, 2, 3] }
  await assert.rejects(put([three]), wrong('vectors', /3 numbers.*have 2/))
  await assert.rejects(put([three], { dimension: 3 }), wrong('dimension', /is 3.*have 2/))
  await assert.rejects(put([three], { dimension: 2 }), wrong('vectors.0.vector', /has 3 numbers.*is 2/))
  await assert.rejects(put([at2('c', 0), three]), wrong('vectors.1.vector', /has 3 numbers.*is 2/))
  await assert.rejects(near(0, { vector: [1, 2, 3] }), wrong('vector', /has 3 numbers.*have 2/))
  await put([{ nodeId: iri('a'), vector: null }])
  await assert.rejects(put([three]), wrong('vectors', /have 2/))
  const body = { space: 'cube', dimension: 3, vectors: [three] }
  assert.equal((await writer.putVectors({ body, headers: at() })).dimension, 3)
  const { items } = await searcher.byVector({ body: { space: 'cube', vector: [1, 2, 3] }, headers: at() })
  assert.equal(items.length, 1)
})

test('an invalid vector returns 422 with its location, and nothing is stored', async () => {
  const { put, near, at, tenant } = await vectorTenant()
  await put([at2('a', 0)])
  const good = at2('good', 1)
  const cases: [Vector, string, RegExp][] = [
    [{ nodeId: iri('x'), vector: [0, 0] }, 'vectors.1.vector', /finite numbers, not all/],
    [{ nodeId: iri('x'), vector: [] }, 'vectors.1.vector', /./],
    [{ nodeId: iri('x'), vector: ['1', 0] as never }, 'vectors.1.vector.0', /number/],
    [{ nodeId: iri('x'), vector: Array(4097).fill(1) }, 'vectors.1.vector', /4096/],
    [{ nodeId: 'no iri', vector: [1, 0] }, 'vectors.1.nodeId', /IRI/],
    [{ nodeId: iri('good'), vector: [1, 0] }, 'vectors.1.nodeId', /twice/],
    [at2('x', 0, { statementId: 'nonsense' }), 'vectors.1.statementId', /id of a statement/],
  ]
  for (const [vector, path, words] of cases) await assert.rejects(put([good, vector]), wrong(path, words))
  const unknown = at2('x', 0, { statementId: `urn:graph:stmt:${'a'.repeat(32)}` })
  await assert.rejects(put([good, unknown]), refused(422, 'unknown_reference'))
  await assert.rejects(put([good], { space: 'labels' }), wrong('space', /server/))
  await assert.rejects(put([good], { space: 'Nö' }), refused(422, 'invalid_body'))
  await assert.rejects(put([{ nodeId: iri('a'), vector: null }], { space: 'none' }), wrong('space', /does not exist/))
  // JSON has no NaN or Infinity, but numbers that are parsed as Infinity.
  const authorization = `Bearer ${await app.key(tenant, 'member')}`
  for (const [path, method, text] of [
    ['vectors', 'PUT', '{"space":"plane","vectors":[{"nodeId":"http://e.test/x","vector":[1e999,0]}]}'],
    ['vector', 'POST', '{"space":"plane","vector":[0,-1e999]}'],
    ['vector', 'POST', '{"space":"plane","vector":[0,0]}'],
  ] as const) {
    const headers = { ...at(), authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${app.url}/graph/search/${path}`, { method, headers, body: text })
    assert.equal(answer.status, 422, text)
    assert.match(JSON.stringify(await answer.json()), /finite numbers/)
  }
  assert.deepEqual(await near(0), ['a'])
  const { action } = (await app.audit(tenant)).at(-1)!
  assert.equal(action, 'vectors.change')
  assert.equal((await app.audit(tenant)).length, 1)
})

test('a missing space returns 404, but the labels space always exists', async () => {
  const { searcher, at } = await vectorTenant()
  const ask = (space: string, vector: number[]) => searcher.byVector({ body: { space, vector }, headers: at() })
  await assert.rejects(ask('plane', [1, 0]), refused(404, 'vector_space_not_found'))
  await assert.rejects(ask('labels', [1, 0]), wrong('vector', /has 2 numbers.*have 512/))
  await assert.rejects(searcher.byVector({ body: { vector: [1] }, headers: at() }), wrong('vector', /512/))
  assert.deepEqual(await ask('labels', Array(512).fill(1)), { items: [] })
})

test('other tenants, workspaces and contexts neither find nor change vectors', async () => {
  const [one, two] = [await vectorTenant(), await vectorTenant()]
  await one.put([at2('a', 0)])
  const none = refused(404, 'vector_space_not_found')
  await assert.rejects(two.near(0), none)
  await assert.rejects(two.near(0, {}, two.at('facts', { wide: true })), none)
  await assert.rejects(one.near(0, {}, one.at('facts', { workspace: 'elsewhere', wide: true })), none)
  await assert.rejects(one.near(0, {}, one.at('other')), none)
  await two.put([{ nodeId: iri('a'), vector: [0, 1] }])
  await one.put([{ nodeId: iri('a'), vector: [0, 1] }, at2('b', 5)], {}, one.at('other'))
  assert.deepEqual(await one.near(0, { minScore: 0.9 }), ['a'])
  assert.deepEqual(await one.near(0, {}, one.at('other')), ['b', 'a'])
  assert.deepEqual(await one.near(0, {}, one.at('third', { wide: true })), ['a', 'b'])
  await assert.rejects(one.put([at2('a', 0)], {}, one.at(two.iri('facts'))), refused(403, 'graph_out_of_scope'))
  const reader = { body: { space: 'plane', vectors: [at2('a', 0)] }, headers: one.at() }
  await assert.rejects(one.searcher.putVectors(reader), refused(403, 'role_too_low'))
})
