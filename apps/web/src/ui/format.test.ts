// Dates and names as people read them, west of Greenwich too.
import assert from 'node:assert/strict'
import { test } from 'node:test'

// Before the formatters are made, which keep the zone of that moment.
process.env.TZ = 'America/Los_Angeles'
const { day, initials, span } = await import('./format.ts')

test('a date without a time is that calendar day in any zone, a moment the day it falls on here', () => {
  assert.equal(day('2026-11-16'), 'Nov 16, 2026')
  assert.equal(day('2026-11-16T02:00:00Z'), 'Nov 15, 2026')
  // The blanks about the dash are narrow ones.
  assert.equal(span('2026-11-16', '2026-11-24').replace(/\s/g, ' '), 'Nov 16 – 24, 2026')
  assert.equal(span('2026-11-16', '2026-11-16'), 'Nov 16, 2026')
})

test('initials are whole characters', () => {
  for (const [name, shown] of [
    ['Ada Lovelace King', 'AL'],
    ['👩‍💻 Ada', '👩‍💻A'],
    [' cher ', 'c'],
    ['', ''],
  ] as const)
    assert.equal(initials(name), shown)
})
