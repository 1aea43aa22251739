// Formatting of dates and names, in a time zone west of Greenwich.
import assert from 'node:assert/strict'
import { test } from 'node:test'

// Formatters keep the time zone of their creation, and tests of other files may have loaded them, so load a separate copy.
const { TZ } = process.env
process.env.TZ = 'America/Los_Angeles'
const copy = new URL('./format.ts?west', import.meta.url).href
const { day, initials, span } = (await import(copy)) as typeof import('./format.ts')
if (TZ === undefined) delete process.env.TZ
else process.env.TZ = TZ

test('a date without a time is the same day in every zone; a timestamp is shown in local time', () => {
  assert.equal(day('2026-11-16'), 'Nov 16, 2026')
  assert.equal(day('2026-11-16T02:00:00Z'), 'Nov 15, 2026')
  // The dash is surrounded by narrow spaces.
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
