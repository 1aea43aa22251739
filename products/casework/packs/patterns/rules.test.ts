import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import { compilePattern, subjectOf } from './rules.ts'

test('patterns that people write for questions are taken', () => {
  const pattern = compilePattern('^(?:what|which) replaces? (?<name>[\\w/]{2,60})(?: in (?<target>.+))?\\??$', 'i')
  assert.equal(pattern.exec(subjectOf('What  replaces\tVBAK?'))?.groups?.name, 'VBAK')
  for (const source of ['[a-z]+\\d+', '(ab)+', 'a{1,5}', '\\s+a\\s*b\\s+c\\s*', 'x{40}', '[(]a+', 'a\\+\\+\\+\\+'])
    assert.doesNotThrow(() => compilePattern(source), source)
})

test('patterns that could stop the server are refused', () => {
  const refused: [string, RegExp][] = [
    ['(a+)+$', /neither a repetition nor a choice/],
    ['(?:a|a)*b', /neither a repetition nor a choice/],
    ['((a{2,})){3,}', /neither a repetition nor a choice/],
    ['^.*.*.*.*x', /more than 3 repetitions/],
    ['.*.*.*x', /more than 3 repetitions/],
    ['^a|b*b*b*c', /more than 3 repetitions/],
    ['^a+[a-c]+\\w+[^b]+$', /more than 3 repetitions/],
    ['a?'.repeat(20), /too many choices/],
    ['(?:a|a)'.repeat(20), /too many choices/],
    ['(?=a)a', /ahead or behind/],
    ['(?<!a)b', /ahead or behind/],
    ['(a)\\1', /refer back/],
    ['(?<x>a)\\k<x>', /refer back/],
    ['(', /not a regular expression/],
    ['x'.repeat(501), /500 characters at most/],
  ]
  for (const [source, reason] of refused) assert.throws(() => compilePattern(source), reason, source)
})

test('the slowest pattern that is taken answers at once', async () => {
  const subject = subjectOf('a'.repeat(1000))
  const cost = await cpuMs(() => {
    for (const source of ['^a*a*a*c', 'a*a*c']) assert.equal(compilePattern(source).test(subject), false)
  })
  assert.ok(cost < 2_000, `${cost} ms`)
})

test('text is cut and its white space made single before a pattern sees it', () => {
  assert.equal(subjectOf('a \n\t b'), 'a b')
  assert.equal(subjectOf('x'.repeat(10_000)).length, 400)
})
