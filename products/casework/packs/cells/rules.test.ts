import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testOf } from './rules.ts'

const CASES: readonly [cell: string | number | boolean | null, input: unknown, holds: boolean][] = [
  ['released', 'released', true],
  ['released', 'deprecated', false],
  ['/AIF/LIST', '/AIF/LIST', true],
  [3, 3, true],
  [3, '3', true],
  [true, true, true],
  [true, undefined, false],
  [null, undefined, true],
  ['exists', '', false],
  ['exists', 0, true],
  ['exists', false, true],
  ['missing', [], true],
  ['missing', null, true],
  ["= 'two words'", 'two words', true],
  ['!= a', 'b', true],
  ['!= a', undefined, true],
  ['in [a, b]', 'b', true],
  ['in []', 'b', false],
  ['not in [a, b]', undefined, true],
  ['not in [a, b]', 'a', false],
  ['> 3', 4, true],
  ['> 3', undefined, false],
  ['not > 3', undefined, true],
  ['>= 3 and < 5', 5, false],
  ['< 2026-01-01', '2025-12-31', true],
  ['a or b and c', 'a', true],
  ['(a or b) and not b', 'b', false],
  ['matches /^Z_/', 'Z_ORDER', true],
  ['matches /^z_/i', 'Z_ORDER', true],
  ['matches /(^|,)BDEF(,|$)/', 'CLAS,BDEF', true],
  ['a', ['b', 'a'], true],
  ['in [a, c]', ['b'], false],
  ['not = a', ['b', 'a'], false],
  ["'and'", 'and', true],
]

test('a cell matches the inputs that it describes', () => {
  for (const [cell, input, holds] of CASES)
    assert.equal(testOf(cell)(input), holds, `${String(cell)} on ${JSON.stringify(input)}`)
})

test('an invalid cell is refused with the reason', () => {
  const refused: [string, RegExp][] = [
    ['two words', /several words needs quotes/],
    ['in a, b', /a list begins with \[/],
    ['in [a', /a \] is missing/],
    ['(a or b', /a \) is missing/],
    ['>', /ends too early/],
    ['and', /expected a value instead of and/],
    ['matches Z_', /cannot read Z_/],
    ['matches /(?=a)b/', /has a lookahead or lookbehind/],
    [`= ${'x'.repeat(1001)}`, /more than 1000 characters/],
  ]
  for (const [cell, reason] of refused) assert.throws(() => testOf(cell), reason, cell)
})
