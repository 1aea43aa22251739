import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import { fewTimes } from './few-times.ts'

function told(pages: number, msEach: number): number[] {
  const clock = fakeClock()
  const at: number[] = []
  const tell = fewTimes(clock, (progress) => at.push(progress.at))
  for (let page = 1; page <= pages; page++) {
    tell({ step: 'reading', url: 'https://cloudy.test/', kind: 'security', at: page, of: pages })
    clock.advance(msEach)
  }
  return at
}

test('a small crawl tells of each page, and so does one that takes its time', () => {
  assert.equal(told(20, 1).length, 20)
  assert.equal(told(100, 2_000).length, 100)
})

test('a crawl of thousands of pages tells of its first ones, then four times a second, and of its last', () => {
  const at = told(2_000, 5)
  assert.deepEqual(
    at.slice(0, 20),
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  assert.equal(at.at(-1), 2_000)
  assert.ok(at.length >= 55 && at.length <= 65, `${at.length} of 2,000`)
})
