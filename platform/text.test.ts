// Cutting text between characters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, shortened, wholeFrom } from './text.ts'

test('text is cut between characters and never inside one', () => {
  assert.deepEqual(
    [cutText('a😀b', 1), cutText('a😀b', 2), cutText('a😀b', 3), cutText('a😀b', 4)],
    ['a', 'a', 'a😀', 'a😀b'],
  )
  assert.deepEqual([shortened('a😀b', 4), shortened('a😀bc', 3), shortened('a😀bc', 4)], ['a😀b', 'a…', 'a😀…'])
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((at) => wholeFrom('a😀b', at)),
    [0, 1, 3, 3, 4],
  )
})
