import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import { compilePattern, faultOf, subjectOf } from './patterns.ts'

test('typical patterns for questions are accepted', () => {
  const pattern = compilePattern('^(?:what|which) replaces? (?<name>[\\w/]{2,60})(?: in (?<target>.+))?\\??$', 'i')
  assert.equal(pattern.exec(subjectOf('What  replaces\tVBAK?'))?.groups.name, 'VBAK')
  for (const source of ['[a-z]+\\d+', '(ab)+', '(a+)+$', '(?:a|a)*b', '^.*.*.*.*x', 'x{40}', '[(]a+', 'a\\+\\+\\+\\+'])
    assert.doesNotThrow(() => compilePattern(source), source)
})

test('patterns that could block the server are refused, with a message to append to a place', () => {
  const refused: [string, RegExp, boolean][] = [
    ['(?=a)a', /^it has a lookahead or lookbehind$/, true],
    ['(?<!a)b', /^it has a lookahead or lookbehind$/, true],
    ['(a)\\1', /^it has a back-reference \\1$/, true],
    ['(?<x>a)\\k<x>', /^it has a back-reference \\k$/, true],
    ['(?:a{40}){40}', /^compiled, it has more than 1000 steps$/, true],
    ['x'.repeat(2_001), /^it has more than 2000 characters$/, true],
    ['(', /^a \( is not closed$/, false],
  ]
  for (const [source, reason, isRefused] of refused)
    assert.throws(
      () => compilePattern(source),
      (error) => {
        const fault = faultOf(error)
        assert.match(fault.message, reason)
        assert.equal(fault.isRefused, isRefused)
        return true
      },
      source,
    )
})

test('the slowest accepted pattern runs quickly', async () => {
  const subject = subjectOf('a'.repeat(1_000))
  const cost = await cpuMs(() => {
    for (const source of ['^(a+)+b?c', '(?:a?){300}[bc]', '(?:(?:a|aa)+)+[xy]'])
      assert.equal(compilePattern(source).test(subject), false)
  })
  assert.ok(cost < 2_000, `${cost} ms`)
})

test('subjects are truncated and their whitespace is collapsed', () => {
  assert.equal(subjectOf('a \n\t b'), 'a b')
  assert.equal(subjectOf('x'.repeat(10_000)).length, 400)
})
