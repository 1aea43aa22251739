import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import { throttleProgress } from './throttle-progress.ts'

function reportedPages(pages: number, msEach: number): number[] {
  const clock = fakeClock()
  const at: number[] = []
  const report = throttleProgress(clock, (progress) => at.push(progress.at))
  for (let page = 1; page <= pages; page++) {
    report({ step: 'reading', url: 'https://cloudy.test/', kind: 'security', at: page, of: pages })
    clock.advance(msEach)
  }
  return at
}

test('a small or slow crawl reports every page', () => {
  assert.equal(reportedPages(20, 1).length, 20)
  assert.equal(reportedPages(100, 2_000).length, 100)
})

test('a crawl of thousands of pages reports the first ones, then four per second, and the last', () => {
  const at = reportedPages(2_000, 5)
  assert.deepEqual(
    at.slice(0, 20),
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  assert.equal(at.at(-1), 2_000)
  assert.ok(at.length >= 55 && at.length <= 65, `${at.length} of 2,000`)
})
