// Enforced shapes with long validations: other writers are not blocked, and enforcement still works.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { SHORT_MS } from './candidate.ts'
import { readShapes } from './shacl/shapes.ts'
import { readData, readShapesText } from './shacl/turtle.ts'
import { validate } from './shacl/validate.ts'
import { PERSON, rungs, type ShapesTenant, shapesTenant, turtle, waysOf } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

/** Allows one code, and follows ex:next along every possible way. */
const CODE = turtle(`ex:CodeShape a sh:NodeShape ; sh:targetSubjectsOf ex:code ;
  sh:property [ sh:path ex:code ; sh:maxCount 1 ] ; ${waysOf(50)} .`)
/** No thread can finish this within a plan's time limit. */
const ENDLESS = `insert data { ex:endless ex:code "x" ; ex:next ex:a0 . ${rungs(45)} }`

/**
 * Names with codes that share one ladder of edges. There are enough of them that, on any machine, a validation takes
 * a little longer than a transaction waits.
 */
let long: { said: string; count: number } | undefined
function namesThatTakeLong(): { said: string; count: number } {
  for (let height = 8; long === undefined; height++) {
    const took = timeOf(height)
    if (took < 20) continue
    const names = Array.from({ length: Math.ceil((SHORT_MS * 1.2) / took) }, (_, i) => named(`n${i}`))
    long = { said: names.join(' ') + rungs(height), count: 2 * names.length + 4 * height }
  }
  return long
}
const named = (name: string): string => `ex:${name} ex:code "x" ; ex:next ex:a0 .`
function timeOf(height: number): number {
  const graph = readShapes(readShapesText(CODE).triples)
  const data = readData(turtle(named('n') + rungs(height)))
  // The first run is slower.
  validate(graph, data, { limit: 1 })
  const began = performance.now()
  assert.equal(validate(graph, data, { limit: 1 }).total, 0)
  return performance.now() - began
}
const insertLong = ({ update }: ShapesTenant) => update(`insert data { ${namesThatTakeLong().said} }`)

const code = (name: string, object: string) => ({
  subject: `http://e.test/${name}`,
  predicate: 'http://e.test/code',
  object,
  objectType: 'literal',
})
const problemOf = async (answer: Response) => {
  const problem = (await answer.json()) as { status: number; code: string }
  return [problem.status, problem.code]
}

test('during a long validation of an enforced shape, others can write', async () => {
  const [own, other] = await Promise.all([shapesTenant(app, 'pro'), shapesTenant(app)])
  for (const { keep, update } of [own, other]) {
    await keep(CODE, { enforced: true })
    assert.equal((await update('insert data { ex:a ex:code "x" }')).status, 200)
  }
  const leaving = new AbortController()
  let isDone = false
  const slow = own.update(ENDLESS, {}, leaving.signal).finally(() => {
    isDone = true
  })
  assert.equal((await other.update('insert data { ex:b ex:code "x" }')).status, 200)
  assert.equal((await own.update('insert data { ex:a ex:b ex:c }', own.at('other'))).status, 200)
  assert.equal((await own.send('/statements', { ...code('a', 'x'), predicate: 'http://e.test/says' })).status, 201)
  assert.equal(isDone, false)
  leaving.abort()
  await assert.rejects(slow)
  assert.equal(await own.count(), 2)
})

test('a validation that exceeds its time limit is rejected, and the next one starts again', async () => {
  const own = await shapesTenant(app)
  await own.keep(CODE, { enforced: true })
  const short = { 'x-query-timeout-ms': '600' }
  await own.update('insert data { ex:a ex:b ex:c }')
  assert.deepEqual(await problemOf(await own.update(ENDLESS, short)), [408, 'query_timeout'])
  assert.equal((await own.update('insert data { ex:a ex:code "x" }')).status, 200)
  assert.deepEqual(await problemOf(await own.update('insert data { ex:a ex:code "y" }')), [422, 'shape_violated'])
  assert.equal(await own.count(), 2)
})

test('a change with a long validation is stored if it conforms, and concurrent writes cannot break the shape', async () => {
  const own = await shapesTenant(app, 'pro')
  assert.equal((await insertLong(own)).status, 200)
  const { id } = await own.keep(CODE)
  assert.equal((await own.edit(id, { enforced: true })).enforced, true)
  const answers = await Promise.all([
    own.update('insert data { ex:x ex:code "x" }'),
    own.send('/statements/batch', { statements: [code('x', 'y')] }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  assert.equal(await own.count(), namesThatTakeLong().count + 1)
})

test('a rejected shape is validated again after it was corrected', async () => {
  const own = await shapesTenant(app)
  await own.update('insert data { ex:ada a ex:Person ; ex:name "Ada" }')
  const { id } = await own.keep(PERSON)
  const stricter = PERSON.replace('xsd:string', 'xsd:date')
  await assert.rejects(own.edit(id, { turtle: stricter, enforced: true }))
  assert.equal((await own.edit(id, { turtle: `${PERSON} # corrected`, enforced: true })).enforced, true)
})
