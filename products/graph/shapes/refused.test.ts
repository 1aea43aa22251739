// Text that is not a valid shape, or that we cannot run: it is rejected with the location of the error, and nothing is
// stored.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { PERSON, type ShapesTenant, shapesTenant, turtle } from './testing.ts'

let app: TestApp
let own: ShapesTenant
before(async () => {
  app = await graphApp()
  own = await shapesTenant(app)
})

async function problemOf(text: string): Promise<Record<string, unknown>> {
  const error = await own.keep(text).catch((one) => one)
  assert.ok(error instanceof ApiError, `${text} was stored`)
  assert.equal(error.status, 422)
  assert.deepEqual((await own.as().list({ headers: own.at() })).items, [])
  return error.problem
}

/** Line 1 is the first line after the four prefixes. */
const CASES = [
  ['ex:S a sh:NodeShape ;\n  sh:property [ sh:path ex:p ; sh:minCount "a" ] .', 'sh:minCount', 2, 32],
  ['ex:S a sh:NodeShape ;\n  sh:property [ sh:name "p" ] .', 'sh:property', 2, 3],
  ['ex:S a sh:PropertyShape ; sh:class ex:C .', '', 1, 1],
  ['ex:S a sh:PropertyShape ; sh:path ex:p ;\n sh:path ex:q .', 'sh:path', 2, 2],
  ['ex:S sh:targetNode ex:a ; sh:in ex:list .', 'sh:in', 1, 27],
  ['ex:S a sh:NodeShape ; sh:path ex:p .', 'sh:path', 1, 23],
  ['ex:S a sh:NodeShape ; sh:maxCount 1 .', 'sh:maxCount', 1, 23],
  ['ex:S a sh:NodeShape ; sh:nodeKind sh:Thing .', 'sh:nodeKind', 1, 23],
  ['ex:S a sh:NodeShape ; sh:targetNode [] .', 'sh:targetNode', 1, 23],
  ['ex:S a sh:NodeShape ; sh:datatype xsd:string, xsd:date .', 'sh:datatype', 1, 23],
  ['ex:S a sh:NodeShape ; sh:closed "yes" .', 'sh:closed', 1, 23],
  ['ex:S a sh:NodeShape ; sh:not "a shape" .', 'sh:not', 1, 23],
  ['ex:S a sh:NodeShape ; sh:or ( ex:A "b" ) .', 'sh:or', 1, 23],
  ['ex:S a sh:NodeShape ; sh:languageIn ( "not a tag" ) .', 'sh:languageIn', 1, 23],
  ['ex:S a sh:NodeShape ; sh:pattern "(" .', 'sh:pattern', 1, 23],
  ['ex:S a sh:NodeShape ; sh:pattern "a" ; sh:flags "z" .', 'sh:pattern', 1, 23],
  ['ex:S sh:property [ sh:path ( ex:p ) ] .', 'sh:path', 1, 20],
  ['ex:S sh:property [ sh:path _:p ] . _:p sh:inversePath _:p .', 'sh:path', 1, 20],
  ['_:l rdfs:label "x" .\nex:S a sh:NodeShape ; sh:in _:l .', 'sh:in', 2, 23],
  ['ex:A a sh:NodeShape ; sh:node ex:B .\nex:B sh:not ex:A .', '', 1, 1],
] as const

for (const [text, component, line, column] of CASES)
  test(`not well-formed: ${text.replaceAll(/\s+/g, ' ')}`, async () => {
    const problem = await problemOf(turtle(text))
    assert.deepEqual(
      [problem.code, problem.component, problem.line, problem.column],
      ['shape_invalid', component, line + 4, column],
      JSON.stringify(problem.problems),
    )
  })

test('a text without any shape is rejected', async () => {
  assert.equal((await problemOf(turtle('ex:a ex:b ex:c .'))).code, 'shape_invalid')
})

const UNSUPPORTED = [
  ['ex:S a sh:NodeShape ; sh:sparql [ sh:select "select $this {}" ] .', 'sh:sparql', 'http://e.test/S'],
  ['ex:S a sh:NodeShape ; sh:js [ sh:jsFunctionName "f" ] .', 'sh:js', 'http://e.test/S'],
  ['ex:S a sh:NodeShape ; sh:target [ a sh:SPARQLTarget ] .', 'sh:target', 'http://e.test/S'],
  ['ex:S a sh:NodeShape ; sh:rule [ a sh:TripleRule ] .', 'sh:rule', 'http://e.test/S'],
  ['ex:S a sh:NodeShape ; sh:expression true .', 'sh:expression', 'http://e.test/S'],
  ['ex:S a sh:NodeShape ; sh:nodeByExpression true .', 'sh:nodeByExpression', 'http://e.test/S'],
  ['ex:S a sh:NodeShape ; sh:minCuont 1 .', 'sh:minCuont', 'http://e.test/S'],
  ['ex:S a sh:NodeShape ; sh:constructor 1 .', 'sh:constructor', 'http://e.test/S'],
  ['ex:C a sh:ConstraintComponent . ex:S a sh:NodeShape .', 'sh:ConstraintComponent', 'http://e.test/C'],
  ['<http://e.test/> sh:entailment ex:rdfs . ex:S a sh:NodeShape .', 'sh:entailment', 'http://e.test/'],
  ['ex:S a sh:NodeShape ; <http://datashapes.org/dash#stem> "http" .', 'dash:stem', 'http://e.test/S'],
] as const

for (const [text, component, node] of UNSUPPORTED)
  test(`beyond SHACL Core: ${component}`, async () => {
    const problem = await problemOf(turtle(text))
    assert.deepEqual([problem.code, problem.component, problem.node], ['shape_unsupported', component, node])
    assert.equal(problem.line, 5)
  })

test('a text that imports shapes of other documents is rejected', async () => {
  const text = turtle('ex:o <http://www.w3.org/2002/07/owl#imports> <http://e.test/more> . ex:S a sh:NodeShape .')
  assert.equal((await problemOf(text)).code, 'shape_unsupported')
})

test('a long chain of shapes that refer to each other is rejected', async () => {
  const chain = Array.from({ length: 200 }, (_, i) => `ex:s${200 - i} a sh:NodeShape ; sh:node ex:s${199 - i} .`)
  assert.equal((await problemOf(turtle(chain.join('\n')))).code, 'shape_unsupported')
})

for (const [text, line, column] of [
  ['ex:S a sh:NodeShape', 1, 20],
  ['ex:S a\n  sh:NodeShape sh:node ex:T .', 2, 16],
  ['ex:S a sh:NodeShape ; foo:bar 1 .', 1, 23],
  ['ex:S a <NodeShape> .', 1, 8],
  ['ex:S a sh:NodeShape ; sh:name "open .\n', 1, 31],
] as const)
  test(`not Turtle: ${text.trim()}`, async () => {
    const problem = await problemOf(turtle(text))
    assert.deepEqual(
      [problem.code, problem.line, problem.column],
      ['turtle_syntax', line + 4, column],
      `${problem.detail}`,
    )
  })

test('invalid fields are rejected', async () => {
  for (const body of [
    { name: '', turtle: PERSON },
    { name: 'X' },
    { name: 'X', turtle: 'x'.repeat(524_289) },
    { name: 'X', turtle: PERSON, version: 2 },
  ]) {
    const answer = await own.send('/shapes', body)
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [422, 'invalid_body'])
  }
})
