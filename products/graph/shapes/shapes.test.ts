// Shapes through HTTP: created, listed, updated and deleted, and invisible to others.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { refused } from '../statements/testing.ts'
import { type ClockedApp, clockedGraphApp } from '../testing.ts'
import { PERSON, shapesTenant, turtle } from './testing.ts'

let app: TestApp
let clock: ClockedApp['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

test('a shape is stored as written, with its target classes', async () => {
  const { keep, as, at, tenant } = await shapesTenant(app)
  const shape = await keep(PERSON)
  assert.match(shape.id, /^urn:graph:shape:shp_/)
  assert.deepEqual([shape.name, shape.turtle, shape.version, shape.enforced], ['Persons', PERSON, 1, false])
  assert.deepEqual(shape.targetClasses, ['http://e.test/Person'])
  assert.equal(shape.contextId, `urn:tenant:${tenant.id}:ws:${tenant.id}:graph:facts`)
  for (const id of [shape.id, shape.id.slice('urn:graph:shape:'.length)])
    assert.deepEqual(await as('viewer').get({ params: { id }, headers: at() }), shape)
  const [kept] = (await app.audit(tenant)).filter(({ action }) => action === 'shape.create')
  assert.equal(kept?.resource?.label, 'Persons')
})

test('a class that is also a shape is its own target', async () => {
  const { keep } = await shapesTenant(app)
  const text = turtle('ex:Person a rdfs:Class, sh:NodeShape ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .')
  assert.deepEqual((await keep(text)).targetClasses, ['http://e.test/Person'])
})

test('the list is paged, newest first, and can be filtered', async () => {
  const { keep, as, at } = await shapesTenant(app)
  for (const name of ['One', 'Two', 'Three']) await keep(PERSON, { name, enforced: name === 'Two' })
  await keep(turtle('ex:S a sh:NodeShape ; sh:targetClass ex:Place ; sh:nodeKind sh:IRI .'), { name: 'Places' })
  const list = (query: object) => as('viewer').list({ query, headers: at() })
  const first = await list({ limit: 3 })
  assert.deepEqual(first.items.map(({ name }) => name).toSorted(), ['Places', 'Three', 'Two'])
  const second = await list({ limit: 3, cursor: first.next })
  assert.deepEqual([second.items.map(({ name }) => name), second.next], [['One'], ''])
  const names = async (query: object) => (await list(query)).items.map(({ name }) => name).toSorted()
  assert.deepEqual(await names({ targetClass: 'http://e.test/Place' }), ['Places'])
  assert.deepEqual(await names({ enforced: true }), ['Two'])
  assert.deepEqual(await names({ q: 't' }), ['Three', 'Two'])
  assert.deepEqual(await names({ q: '%' }), [])
  await assert.rejects(list({ cursor: first.next, q: 't' }), refused(400, 'invalid_cursor'))
})

test('an update changes only the given fields, and increments the version', async () => {
  const { keep, as, at, tenant } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  clock.advance(1000)
  const named = await as().update({ params: { id }, body: { name: 'People' }, headers: at() })
  assert.deepEqual([named.name, named.turtle, named.version], ['People', PERSON, 2])
  assert.ok(named.updatedAt > named.createdAt)
  const text = PERSON.replaceAll('ex:Person ', 'ex:Human ')
  const changed = await as().update({ params: { id }, body: { turtle: text }, headers: { ...at(), 'if-match': '"2"' } })
  assert.deepEqual([changed.targetClasses, changed.version], [['http://e.test/Human'], 3])
  const actions = (await app.audit(tenant)).map(({ action }) => action)
  assert.deepEqual(actions, ['shape.create', 'shape.update', 'shape.update'])
})

test('an update of an outdated version changes nothing', async () => {
  const { keep, as, at } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const stale = { ...at(), 'if-match': '"7"' }
  await assert.rejects(
    as().update({ params: { id }, body: { name: 'X' }, headers: stale }),
    refused(412, 'stale_version'),
  )
  await assert.rejects(as().delete({ params: { id }, headers: stale }), refused(412, 'stale_version'))
  assert.equal((await as().get({ params: { id }, headers: at() })).version, 1)
})

test('a deleted shape is gone', async () => {
  const { keep, as, at } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  await as().delete({ params: { id }, headers: at() })
  await assert.rejects(as().get({ params: { id }, headers: at() }), refused(404, 'shape_not_found'))
  await assert.rejects(as().delete({ params: { id }, headers: at() }), refused(404, 'shape_not_found'))
})

test('a viewer can read but not write', async () => {
  const { keep, as, at } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const headers = at()
  const viewer = as('viewer')
  await assert.rejects(viewer.create({ body: { name: 'X', turtle: PERSON }, headers }), refused(403, 'role_too_low'))
  await assert.rejects(viewer.update({ params: { id }, body: { name: 'X' }, headers }), refused(403, 'role_too_low'))
  await assert.rejects(viewer.delete({ params: { id }, headers }), refused(403, 'role_too_low'))
})

test('other tenants, workspaces and contexts neither see nor change the shape', async () => {
  const [own, stranger] = [await shapesTenant(app), await shapesTenant(app)]
  const shape = await own.keep(PERSON)
  const params = { id: shape.id }
  for (const [who, headers] of [
    [stranger, stranger.at()],
    [own, own.at('other')],
    [own, own.at('facts', 'elsewhere')],
  ] as const) {
    assert.deepEqual((await who.as().list({ headers })).items, [])
    for (const call of [
      () => who.as().get({ params, headers }),
      () => who.as().ui({ params, headers }),
      () => who.as().update({ params, body: { name: 'X' }, headers }),
      () => who.as().delete({ params, headers }),
    ])
      await assert.rejects(call, refused(404, 'shape_not_found'))
    const { status, report } = await who.validate({ shapeId: shape.id, data: '' }, headers)
    assert.deepEqual([status, report.code], [404, 'shape_not_found'])
  }
  assert.deepEqual(await own.as().get({ params, headers: own.at() }), shape)
})

test('a repeated Idempotency-Key creates one shape', async () => {
  const { as, at } = await shapesTenant(app)
  const call = { body: { name: 'Once', turtle: PERSON }, headers: { ...at(), 'idempotency-key': 'k1' } }
  const first = await as().create(call)
  assert.deepEqual(await as().create(call), first)
  assert.equal((await as().list({ headers: at() })).items.length, 1)
})
