import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readYaml } from './yaml.ts'

const times = 20_000
const steps = (levels: number) => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:`).join('\n')
const DEEP = {
  'flow lists': '['.repeat(times),
  'flow maps': '{a: '.repeat(times),
  'both, closed': `${'[{a: '.repeat(times)}1${'}]'.repeat(times)}`,
  'block lists in one line': '- '.repeat(times),
  'explicit keys': '? '.repeat(times),
  'block maps': steps(900),
  'block lists': Array.from({ length: 900 }, (_, i) => `${' '.repeat(i)}-`).join('\n'),
  'after valid lines': `name: x
  rows:
  - ${'['.repeat(times)}`,
}

for (const [what, text] of Object.entries(DEEP))
  test(`deeply nested YAML is refused quickly, with its line: ${what}`, () => {
    const start = performance.now()
    assert.throws(() => readYaml(text), /^Error: is nested deeper than 64 levels at line \d+$/)
    assert.ok(performance.now() - start < 500)
  })

test('moderately nested YAML is accepted', () => {
  assert.deepEqual(readYaml(`${steps(20)} 1`), JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`))
  assert.deepEqual(readYaml('[[[[[[[[[[1]]]]]]]]]]'), [[[[[[[[[[1]]]]]]]]]])
  assert.deepEqual(readYaml('- - - - a'), [[[['a']]]])
})
