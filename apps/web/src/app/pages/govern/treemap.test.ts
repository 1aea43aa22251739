import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOut } from './treemap.ts'

test('the areas of boxes are proportional to their values and fill the space', () => {
  const values = [6, 6, 4, 3, 2, 2, 1]
  const boxes = layOut(values, 600, 400)
  const areas = boxes.map(({ width, height }) => width * height)
  assert.ok(areas.every((area, i) => Math.abs(area - (values[i]! / 24) * 240_000) < 0.01))
  assert.ok(
    boxes.every(({ x, y, width, height }) => x >= -0.01 && y >= -0.01 && x + width <= 600.01 && y + height <= 400.01),
  )
})

test('boxes do not overlap', () => {
  const boxes = layOut([5, 4, 3, 2, 1], 300, 200)
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
      const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
      assert.ok(wide < 0.01 || high < 0.01)
    }
})

test('no values make no boxes, and zero values make boxes without area', () => {
  assert.deepEqual(layOut([], 100, 100), [])
  assert.ok(layOut([0, 0], 100, 100).every(({ width, height }) => width * height === 0))
})
