import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInside } from './lasso.ts'

test('a lasso contains the points inside it, even if its outline is concave', () => {
  // The shape of a U.
  const line = [
    { x: 0, y: 0 },
    { x: 0, y: 10 },
    { x: 10, y: 10 },
    { x: 10, y: 0 },
    { x: 8, y: 0 },
    { x: 8, y: 8 },
    { x: 2, y: 8 },
    { x: 2, y: 0 },
  ]
  const places = [
    [1, 5, true],
    [9, 5, true],
    [5, 9, true],
    [5, 5, false],
    [-1, 5, false],
    [11, 5, false],
    [5, 11, false],
  ] as const
  for (const [x, y, expected] of places) assert.equal(isInside({ x, y }, line), expected, `${x}/${y}`)
  assert.equal(isInside({ x: 0, y: 0 }, []), false)
})
