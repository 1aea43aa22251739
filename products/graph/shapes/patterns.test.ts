// Patterns in shapes. Their semantics are tested in platform/patterns; here, that none of them blocks a thread, and how
// stored shapes with patterns that are no longer allowed behave.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import type { Db } from '@veritrace/platform/db/db'
import type { TestApp } from '@veritrace/platform/testing/app'
import type { Tables } from '../tables.ts'
import { graphApp } from '../testing.ts'
import { type ShapesTenant, shapesTenant, turtle } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const withPattern = (pattern: string, flags = ''): string =>
  turtle(`ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ;
  sh:property [ sh:path ex:p ; sh:pattern ${JSON.stringify(pattern)} ; sh:flags "${flags}" ] .`)
const saying = (text: string): string => `<http://e.test/q> <http://e.test/p> ${JSON.stringify(text)} .`

async function conforms({ keep, validate }: ShapesTenant, pattern: string, text: string, flags = ''): Promise<boolean> {
  const { id } = await keep(withPattern(pattern, flags))
  const { status, report } = await validate({ shapeId: id, data: saying(text) })
  assert.equal(status, 200, JSON.stringify(report))
  return report.conforms
}

test('patterns that never end in a backtracking matcher are evaluated', async () => {
  const own = await shapesTenant(app)
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^((a*)*)*$', '(.*)*[xy]$', '^(a?){50}a{50}$'])
    assert.equal(await conforms(own, pattern, `${'a'.repeat(5_000)}!`), false, pattern)
})

test('patterns have the syntax and flags of XPath', async () => {
  const own = await shapesTenant(app)
  for (const [pattern, flags, text, is] of [
    ['^[a-z-[aeiou]]+$', '', 'xyz', true],
    ['^[a-z-[aeiou]]+$', '', 'xay', false],
    ['^\\i\\c*$', '', 'ex:a', true],
    ['^\\p{IsGreek}+$', '', 'αβγ', true],
    ['^a.b$', 'q', 'a.b', false],
    ['^ a b $', 'x', 'ab', true],
    ['^ÄRGER$', 'i', 'ärger', true],
    ['^.$', '', '😀', true],
  ] as const)
    assert.equal(await conforms(own, pattern, text, flags), is, pattern)
})

test('a pattern that needs backtracking or is too large is rejected with its location, and not stored', async () => {
  const own = await shapesTenant(app)
  for (const pattern of ['^(a+)\\\\1$', '(?=a)b', '(?<!a)b', 'a{99999}', '((a{99}){99}){99}']) {
    const text = turtle(`ex:S a sh:NodeShape ;\n  sh:pattern "${pattern}" .`)
    const error = await own.keep(text).catch((one) => one)
    assert.ok(error instanceof ApiError, pattern)
    const { status, code, line, component } = error.problem as Record<string, unknown>
    assert.deepEqual([status, code, line, component], [422, 'pattern_refused', 6, 'sh:pattern'], pattern)
  }
  const many = Array.from({ length: 60 }, (_, i) => `ex:S${i} a sh:NodeShape ; sh:pattern "a{4000}" .`).join('\n')
  const error = await own.keep(turtle(many)).catch((one) => one)
  assert.equal(error.problem.code, 'pattern_refused')
  assert.deepEqual((await own.as().list({ headers: own.at() })).items, [])
})

test('a stored shape with a forbidden pattern can be read and deleted; running it returns an error with its name', async () => {
  const own = await shapesTenant(app)
  const { id } = await own.keep(withPattern('^a$'), { name: 'Old codes', enforced: true })
  await (app.platform.db as unknown as Db<Tables>)
    .updateTable('graph.shapes')
    .set({ turtle: withPattern('^(a+)\\1$') })
    .where('tenant_id', '=', own.tenant.id)
    .execute()
  const at = { params: { id: id.split(':').at(-1)! }, headers: own.at() }
  assert.match((await own.as().get(at)).turtle, /\(a\+\)/)
  assert.equal((await own.as().ui(at)).groups[0]!.fields[0]!.pattern, '^(a+)\\1$')
  const { status, report } = await own.validate({ shapeId: id, data: saying('aa') })
  assert.deepEqual([status, report.code], [422, 'pattern_refused'])
  assert.match(String(report.detail), /“Old codes”.*has a back-reference/)

  const write = (context: string) => own.update('insert data { ex:q ex:p "a" }', own.at(context))
  const refused = await write('facts')
  assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [422, 'pattern_refused'])
  assert.equal((await write('other')).status, 200)
  assert.equal((await own.update('insert data { ex:q ex:other "a" }')).status, 200, 'the shape only reads ex:p')
  await own.as().delete(at)
  assert.equal((await write('facts')).status, 200)
})
