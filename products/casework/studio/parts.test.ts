// The parts of the studio that need no database and no server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerFaults, stepsFor } from './pipeline/order.ts'
import { faultOf, readParams } from './scaffold/params.ts'
import { render, renderPath, todosIn } from './scaffold/render.ts'

const RENDERED: [template: string, values: Record<string, string | number>, language: string, expected: string][] = [
  ['a {{x}} {{ y }}', { x: 'b', y: 3 }, 'abap', 'a b 3'],
  ['{{x}}', {}, 'abap', ''],
  ['{{x}}', { x: '{{y}}', y: 'no' }, 'markdown', '{{y}}'],
  ['{{constructor}}', {}, 'abap', ''],
  ['<a>{{x}}</a>', { x: `<b>&"'` }, 'xml', '<a>&#60;b&#62;&#38;&#34;&#39;</a>'],
  ['{"a": "{{x}}"}', { x: '"\n\\' }, 'json', '{"a": "\\"\\n\\\\"}'],
  ["'{{x}}'", { x: "a'b" }, 'javascript', "'a\\'b'"],
  ['" {{x}}', { x: 'one\nDELETE FROM vbak.' }, 'abap', '" one DELETE FROM vbak.'],
  ['{{x}}', { x: 'one\ntwo' }, 'markdown', 'one\ntwo'],
  ['{{x}} {{ x + 1 }} {{x.y}} $&', { x: "$&$'" }, 'markdown', "$&$' {{ x + 1 }} {{x.y}} $&"],
]
for (const [template, values, language, expected] of RENDERED)
  test(`${JSON.stringify(template)} in ${language} becomes ${JSON.stringify(expected)}`, () =>
    assert.equal(render(template, values, language), expected))

const PATHS: [template: string, values: Record<string, string>, expected: string | undefined][] = [
  ['src/{{c}}.clas.abap', { c: 'ZCL_X' }, 'src/zcl_x.clas.abap'],
  ['src/{{c}}.clas.abap', { c: '/AIF/CL_X' }, 'src/#aif#cl_x.clas.abap'],
  ['{{c}}', { c: '../../etc/passwd' }, '..#..#etc#passwd'],
  ['{{c}}/x', { c: '..' }, undefined],
  ['/etc/{{c}}', { c: 'x' }, undefined],
  ['{{c}}', {}, undefined],
  ['src/{{c}}.abap', { c: 'a\\b' }, undefined],
  ['src/{{c}}.abap', { c: 'a b' }, undefined],
]
for (const [template, values, expected] of PATHS)
  test(`the path ${template} with ${JSON.stringify(values)} is ${expected ?? 'rejected'}`, () =>
    assert.equal(renderPath(template, values), expected))

test('TODO comments are found with their line', () =>
  assert.deepEqual(todosIn('a\n" TODO: fill it in. \n'), [{ line: 2, text: 'fill it in.' }]))

const NAME = { type: 'string', title: 'Name', pattern: '^[A-Z]{1,5}$' } as const
const VALUES: [param: Parameters<typeof faultOf>[0], value: unknown, isFine: boolean][] = [
  [NAME, 'ABC', true],
  [NAME, 'abc', false],
  [NAME, 'ABC\n', false],
  [NAME, 7, false],
  [{ type: 'string', title: 'T', minLength: 3, maxLength: 5 }, 'ab', false],
  [{ type: 'string', title: 'T', minLength: 3, maxLength: 5 }, 'abcdef', false],
  [{ type: 'string', title: 'T' }, 'a\u0007', false],
  [{ type: 'string', title: 'T', enum: ['C', 'D'] }, 'A', false],
  [{ type: 'integer', title: 'N', minimum: 1, maximum: 9 }, 9, true],
  [{ type: 'integer', title: 'N', minimum: 1, maximum: 9 }, 10, false],
  [{ type: 'integer', title: 'N' }, 1.5, false],
  [{ type: 'boolean', title: 'B' }, 'true', false],
]
for (const [param, value, isFine] of VALUES)
  test(`${JSON.stringify(value)} ${isFine ? 'fits' : 'does not fit'} ${JSON.stringify(param)}`, () =>
    assert.equal(faultOf(param, value) === undefined, isFine))

test('all missing and unknown parameters are reported together, and defaults fill the rest', () => {
  const params = {
    type: 'object' as const,
    required: ['a', 'b'],
    properties: { a: NAME, b: NAME, c: { type: 'string' as const, title: 'C', default: 'x' } },
  }
  const { values, faults, missing } = readParams({ params }, { a: 'A', other: 1 })
  assert.deepEqual(values, { a: 'A', c: 'x' })
  assert.deepEqual(missing, ['b'])
  assert.deepEqual(faults.map(({ path }) => path).sort(), ['/params/b', '/params/other'])
})

const STEPS: [asked: Parameters<typeof stepsFor>[0], expected: string][] = [
  [{}, 'classify plan scaffold check'],
  [{ steps: ['classify'] }, 'classify'],
  [{ steps: ['check'] }, 'classify plan scaffold check'],
  [{ steps: ['scaffold'], template_id: 'x' }, 'classify scaffold'],
]
for (const [asked, expected] of STEPS)
  test(`${JSON.stringify(asked)} runs the steps ${expected}`, () => assert.equal(stepsFor(asked).join(' '), expected))

test('an answer must name an open question and one of its choices', () => {
  const choices = [{ id: 'a', label: 'A', effect: '' }]
  const questions = [
    { id: 'q', text: '', choices, effect: '' },
    { id: 'free', text: '', choices: [], effect: '' },
  ]
  assert.deepEqual(answerFaults(questions, { q: 'a', free: 'anything' }), [])
  assert.equal(answerFaults(questions, { q: 'b', other: 'a' }).length, 2)
})
