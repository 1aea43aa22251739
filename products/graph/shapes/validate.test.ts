// Validation through HTTP: of a context, and of data in the request.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { PERSON, rungs, shapesTenant, turtle, waysOf } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const SH = 'http://www.w3.org/ns/shacl#'
const nameless = (count: number) =>
  Array.from({ length: count }, (_, i) => `<http://e.test/p${i}> a <http://e.test/Person> .`).join('\n')

test('the current context is validated, and each result has its cause and location', async () => {
  const { keep, update, validate } = await shapesTenant(app)
  const shape = await keep(PERSON)
  assert.deepEqual((await validate({ shapeId: shape.id })).report.conforms, true)
  await update('insert data { ex:ada a ex:Person ; ex:name "Ada" . ex:ben a ex:Person ; ex:name 7 }')
  const { status, report } = await validate({ shapeId: shape.id })
  assert.equal(status, 200)
  const [{ message, sourceShape, ...result }] = report.results as [(typeof report.results)[0]]
  assert.deepEqual(result, {
    focusNode: 'http://e.test/ben',
    path: 'http://e.test/name',
    value: '7',
    severity: `${SH}Violation`,
    constraint: `${SH}DatatypeConstraintComponent`,
  })
  assert.match(message, /xsd:string/)
  assert.match(sourceShape, /^_:/)
  assert.deepEqual([report.conforms, report.total, report.truncated], [false, 1, false])
  assert.ok(report.durationMs >= 0)
  await update('delete where { ex:ben ?p ?o }')
  assert.equal((await validate({ shapeId: shape.id.replace('urn:graph:shape:', '') })).report.conforms, true)
})

test('data in the request is validated instead of the context', async () => {
  const { keep, update, validate } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  await update('insert data { ex:ada a ex:Person }')
  const data = turtle('ex:ben a ex:Person ; ex:name "Ben" .')
  assert.equal((await validate({ shapeId: id, data })).report.conforms, true)
  assert.equal((await validate({ shapeId: id, data: '' })).report.conforms, true)
  assert.equal((await validate({ shapeId: id })).report.conforms, false)
})

test('the limit applies to the results but not to their number', async () => {
  const { keep, validate } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const data = nameless(250)
  const of = async (limit?: number) => {
    const { report } = await validate({ shapeId: id, data, ...(limit && { limit }) })
    return [report.results.length, report.total, report.truncated]
  }
  assert.deepEqual(await of(), [100, 250, true])
  assert.deepEqual(await of(3), [3, 250, true])
  assert.deepEqual(await of(10_000), [250, 250, false])
  for (const limit of [0, 10_001, 1.5])
    assert.equal((await validate({ shapeId: id, data, limit })).report.code, 'invalid_body')
})

test('Accept: text/turtle returns the report as a SHACL graph', async () => {
  const { keep, send } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const answer = await send('/validate', { shapeId: id, data: nameless(2), limit: 1 }, { accept: 'text/turtle' })
  assert.match(answer.headers.get('content-type') ?? '', /^text\/turtle/)
  const text = await answer.text()
  assert.match(text, /a sh:ValidationReport ;\s+sh:conforms false/)
  assert.match(text, /sh:focusNode <http:\/\/e.test\/p0>/)
  assert.match(text, /# 1 more results are omitted/)
})

test('an unsupported report type returns 406', async () => {
  const { keep, validate } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const { status, report } = await validate({ shapeId: id, data: '' }, { accept: 'text/csv' })
  assert.deepEqual([status, report.code], [406, 'not_acceptable'])
})

test('data that is not valid Turtle is rejected with the location of the error', async () => {
  const { keep, validate } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  for (const [data, line, column] of [
    ['<a:a> <a:b>\n <a:c> <a:d> .', 2, 8],
    ['\n<a> <a:b> <a:c> .', 2, 1],
    ['<a:a> <a:b> x:c .', 1, 13],
  ] as const) {
    const { status, report } = await validate({ shapeId: id, data })
    assert.deepEqual([status, report.code, report.line, report.column], [422, 'turtle_syntax', line, column])
  }
})

test('an unknown shape returns 404', async () => {
  const { validate } = await shapesTenant(app)
  for (const shapeId of ['nothing', 'urn:graph:shape:shp_00000000000000000000000000', 'urn:graph:stmt:x'])
    assert.equal((await validate({ shapeId })).report.code, 'shape_not_found')
})

test('statements of other contexts, workspaces or tenants are not validated', async () => {
  const [own, stranger] = [await shapesTenant(app), await shapesTenant(app)]
  const { id } = await own.keep(PERSON)
  await stranger.update('insert data { ex:x a ex:Person }')
  await own.update('insert data { ex:y a ex:Person }', own.at('other'))
  await own.update('insert data { ex:z a ex:Person }', own.at('facts', 'elsewhere'))
  assert.equal((await own.validate({ shapeId: id })).report.conforms, true)
  const wide = { 'x-graph-scope': 'workspace' }
  assert.equal((await own.validate({ shapeId: id }, wide)).report.conforms, true)
})

/** Its validation follows every way. */
const WIDE = turtle(`ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; ${waysOf(50)} .`)

test('a validation that takes too long is stopped, and the next one works', async () => {
  const { keep, validate } = await shapesTenant(app)
  const { id } = await keep(WIDE)
  const bomb = turtle(`ex:a ex:p "x" ; ex:next ex:a0 . ${rungs(40)}`)
  const { status, report } = await validate({ shapeId: id, data: bomb }, { 'x-query-timeout-ms': '150' })
  assert.deepEqual([status, report.code], [408, 'query_timeout'])
  assert.equal((await validate({ shapeId: id, data: turtle('ex:a ex:p "aaa" .') })).report.conforms, true)
  const odd = await validate({ shapeId: id, data: '' }, { 'x-query-timeout-ms': 'soon' })
  assert.equal(odd.report.code, 'bad_request')
})

test('while one tenant keeps its threads busy, another gets an answer', async () => {
  const [loud, quiet] = [await shapesTenant(app), await shapesTenant(app)]
  const { id } = await loud.keep(WIDE)
  const shape = await quiet.keep(PERSON)
  const data = turtle(`ex:a ex:p "x" ; ex:next ex:a0 . ${rungs(40)}`)
  const bombs = Array.from({ length: 3 }, () =>
    loud.validate({ shapeId: id, data }, { 'x-query-timeout-ms': '250' }).then(({ status }) => status),
  )
  assert.equal((await quiet.validate({ shapeId: shape.id, data: nameless(1) })).report.total, 1)
  const ended = await Promise.all(bombs)
  assert.ok(
    ended.every((status) => status === 408 || status === 503),
    String(ended),
  )
  assert.equal((await loud.validate({ shapeId: id, data: '' })).report.conforms, true)
})

test('a write during validation is seen completely or not at all', async () => {
  const { keep, update, validate } = await shapesTenant(app)
  const { id } = await keep(
    turtle('ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [ sh:path ex:n ; sh:minCount 1 ; sh:maxCount 1 ] .'),
  )
  await update('insert data { ex:a ex:n 0 }')
  const moves = (async () => {
    for (let i = 0; i < 12; i++)
      await update(`delete { ex:a ex:n ?n } insert { ex:a ex:n ${i + 1} } where { ex:a ex:n ?n }`)
  })()
  for (let i = 0; i < 12; i++) assert.equal((await validate({ shapeId: id })).report.conforms, true)
  await moves
})
