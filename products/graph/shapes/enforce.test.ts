// Enforced shapes: every way of writing is checked.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import type { TestApp } from '@veritrace/platform/testing/app'
import { refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { PERSON, shapesTenant, turtle } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const person = (name: string) => ({
  subject: `http://e.test/${name}`,
  predicate: TYPE,
  object: 'http://e.test/Person',
  objectType: 'iri',
})
const problemOf = async (answer: Response) => {
  const problem = (await answer.json()) as Record<string, unknown>
  return [answer.status, problem.code, problem.total]
}

test('a write that breaks an enforced shape is rejected with the report, and nothing is stored', async () => {
  const { keep, send, update, count, tenant } = await shapesTenant(app)
  await keep(PERSON, { enforced: true })
  await update('insert data { ex:ada a ex:Person ; ex:name "Ada" }')
  const before = (await app.audit(tenant)).length
  const answer = await send('/statements', person('ben'))
  const problem = (await answer.json()) as { code: string; results: { focusNode: string; constraint: string }[] }
  assert.deepEqual([answer.status, problem.code], [422, 'shape_violated'])
  assert.equal(problem.results[0]?.focusNode, 'http://e.test/ben')
  assert.match(problem.results[0]!.constraint, /MinCount/)
  assert.deepEqual(await problemOf(await send('/statements/batch', { statements: [person('cat'), person('dan')] })), [
    422,
    'shape_violated',
    2,
  ])
  assert.deepEqual(await problemOf(await update('insert data { ex:eve a ex:Person }')), [422, 'shape_violated', 1])
  assert.deepEqual(await problemOf(await update('delete data { ex:ada ex:name "Ada" }')), [422, 'shape_violated', 1])
  assert.equal(await count(), 2)
  assert.equal((await app.audit(tenant)).length, before)
})

test('updates that are valid one after the other are not rejected because they are concurrent', async () => {
  const { keep, update } = await shapesTenant(app, 'pro')
  await keep(PERSON, { enforced: true })
  await update('insert data { ex:ada a ex:Person ; ex:name "Ada" }')
  const renamed = ['Ann', 'Bea', 'Cat', 'Dot'].map((name) =>
    update(`delete { ?who ex:name ?old } insert { ?who ex:name "${name}" } where { ?who ex:name ?old }`),
  )
  assert.deepEqual(new Set((await Promise.all(renamed)).map(({ status }) => status)), new Set([200]))
})

test('a statement that a shape requires cannot be retracted', async () => {
  const { keep, send, as, at, tenant } = await shapesTenant(app)
  await keep(PERSON, { enforced: true })
  const name = { ...person('ada'), predicate: 'http://e.test/name', object: 'Ada', objectType: 'literal' }
  const batch = await send('/statements/batch', { statements: [person('ada'), name] })
  const { ids } = (await batch.json()) as { ids: string[] }
  const remove = async (id: string) =>
    fetch(`${app.url}/graph/statements/${id}`, {
      method: 'DELETE',
      headers: { ...at(), authorization: `Bearer ${await app.key(tenant, 'member')}` },
    })
  assert.deepEqual(await problemOf(await remove(ids[1]!)), [422, 'shape_violated', 1])
  assert.equal((await remove(ids[0]!)).status, 204)
  assert.equal((await remove(ids[1]!)).status, 204)
  assert.equal((await as().list({ headers: at() })).items.length, 1)
})

test('a shape can be enforced once the context conforms to it', async () => {
  const { keep, edit, update, as, at } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  await update('insert data { ex:ada a ex:Person }')
  const refusedFirst = await edit(id, { enforced: true }).catch((error) => error)
  assert.ok(refusedFirst instanceof ApiError)
  assert.deepEqual([refusedFirst.code, refusedFirst.problem.total], ['shape_violated', 1])
  await assert.rejects(keep(PERSON, { enforced: true }), refused(422, 'shape_violated'))
  assert.equal((await as().get({ params: { id }, headers: at() })).enforced, false)
  await update('insert data { ex:ada ex:name "Ada" }')
  assert.equal((await edit(id, { enforced: true })).enforced, true)
  assert.equal((await update('insert data { ex:ada ex:name "Ada again" }')).status, 422)
  await assert.rejects(edit(id, { turtle: PERSON.replace('xsd:string', 'xsd:date') }), refused(422, 'shape_violated'))
  await edit(id, { enforced: false })
  assert.equal((await update('insert data { ex:ada ex:name "Ada again" }')).status, 200)
})

test('a deleted shape is no longer enforced', async () => {
  const { keep, update, as, at } = await shapesTenant(app)
  const { id } = await keep(PERSON, { enforced: true })
  assert.equal((await update('insert data { ex:ada a ex:Person }')).status, 422)
  await as().delete({ params: { id }, headers: at() })
  assert.equal((await update('insert data { ex:ada a ex:Person }')).status, 200)
})

test('a workspace without enforced shapes notices the first one at the next write', async () => {
  const { keep, update } = await shapesTenant(app)
  for (const name of ['a', 'b', 'c']) assert.equal((await update(`insert data { ex:${name} a ex:Thing }`)).status, 200)
  await keep(PERSON, { enforced: true })
  assert.equal((await update('insert data { ex:ada a ex:Person }')).status, 422)
})

test('a rejected write does not make the workspace look free of enforced shapes', async () => {
  const { keep, update, send } = await shapesTenant(app)
  await update('insert data { ex:a a ex:Thing }')
  await keep(PERSON, { enforced: true })
  for (let i = 0; i < 3; i++) {
    assert.equal((await send('/statements', person(`p${i}`))).status, 422)
    assert.equal((await update(`insert data { ex:t${i} a ex:Thing }`)).status, 200)
  }
})

test('only violations cause a rejection; warnings do not', async () => {
  const { keep, update, validate } = await shapesTenant(app)
  const text = PERSON.replace('sh:minCount 1', 'sh:severity sh:Warning ; sh:minCount 1')
  const { id } = await keep(text, { enforced: true })
  assert.equal((await update('insert data { ex:ada a ex:Person }')).status, 200)
  const { report } = await validate({ shapeId: id })
  assert.deepEqual([report.conforms, report.results[0]?.severity], [false, 'http://www.w3.org/ns/shacl#Warning'])
})

test('an enforced shape does not affect other contexts and workspaces', async () => {
  const { keep, update, at } = await shapesTenant(app)
  await keep(PERSON, { enforced: true })
  for (const headers of [at('other'), at('facts', 'elsewhere')])
    assert.equal((await update('insert data { ex:ada a ex:Person }', headers)).status, 200)
})

test('a write to several contexts is rejected as a whole if it breaks a shape of one', async () => {
  const { keep, update, count, at, tenant } = await shapesTenant(app)
  await keep(PERSON, { enforced: true })
  const graphOf = (name: string) => `<urn:tenant:${tenant.id}:ws:${tenant.id}:graph:${name}>`
  const text = `insert data { graph ${graphOf('other')} { ex:a a ex:Person } graph ${graphOf('facts')} { ex:a a ex:Person } }`
  await update('insert data { ex:x ex:y ex:z }', at('other'))
  const wide = { 'x-graph-scope': 'workspace' }
  assert.deepEqual(await problemOf(await update(text, wide)), [422, 'shape_violated', 1])
  assert.deepEqual([await count(), await count(at('other'))], [0, 1])
})

test('a closed shape rejects a property that it does not list', async () => {
  const { keep, update } = await shapesTenant(app)
  const text = turtle(
    'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:name ; sh:closed true ; sh:property [ sh:path ex:name ] .',
  )
  await keep(text, { enforced: true })
  assert.equal((await update('insert data { ex:ada ex:name "Ada" }')).status, 200)
  assert.equal((await update('insert data { ex:ada ex:other 1 }')).status, 422)
})

test('a new subclass relation makes existing nodes instances', async () => {
  const { keep, update } = await shapesTenant(app)
  await keep(PERSON, { enforced: true })
  assert.equal((await update('insert data { ex:ada a ex:Employee }')).status, 200)
  const below = 'insert data { ex:Employee <http://www.w3.org/2000/01/rdf-schema#subClassOf> ex:Person }'
  assert.equal((await update(below)).status, 422)
})

test('writes are not blocked by validations that wait for a thread', async () => {
  const { keep, update, validate } = await shapesTenant(app)
  const { id } = await keep(PERSON, { enforced: true })
  const writes = Array.from({ length: 4 }, (_, i) => update(`insert data { ex:p${i} a ex:Person ; ex:name "P" }`))
  const reads = Array.from({ length: 8 }, () => validate({ shapeId: id }))
  for (const { status } of await Promise.all(writes)) assert.equal(status, 200)
  for (const { report } of await Promise.all(reads)) assert.equal(report.conforms, true)
})

test('writes during the start of enforcement leave a context that conforms', async () => {
  const { keep, update, validate, send } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const writes = Array.from({ length: 6 }, (_, i) => send('/statements', person(`p${i}`)))
  const enforced = await Promise.all([keep(PERSON, { enforced: true }).catch((error) => error), ...writes])
  const { report } = await validate({ shapeId: id })
  const isEnforced = !(enforced[0] instanceof ApiError)
  assert.equal(report.conforms, isEnforced)
  if (isEnforced) assert.equal((await update('insert data { ex:z a ex:Person }')).status, 422)
})

test('the error names which of several shapes is broken', async () => {
  const { keep, update } = await shapesTenant(app)
  const place = (name: string) =>
    turtle(`ex:PlaceShape a sh:NodeShape ; sh:targetClass ex:${name} ;
    sh:property [ sh:path ex:country ; sh:minCount 1 ] .`)
  await keep(place('Town'), { name: 'Towns', enforced: true })
  await keep(PERSON, { name: 'Persons', enforced: true })
  await keep(place('Lake'), { name: 'Lakes', enforced: true })
  const detail = async (text: string) => ((await (await update(text)).json()) as { detail: string }).detail
  assert.equal(
    await detail('insert data { ex:ben a ex:Person }'),
    'This change would make 1 value violate the shape “Persons”.',
  )
  // Once more, by the thread that now has the context in memory.
  assert.equal(
    await detail('insert data { ex:ulm a ex:Town . ex:como a ex:Lake }'),
    'This change would make 2 values violate the shapes “Towns”, “Lakes”.',
  )
})
