import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesIn, dayOf } from './dates.ts'

test('dates are read in the formats of many countries; ambiguous ones are not read', () => {
  const cases: [string, string | undefined][] = [
    ['2027-03-31', '2027-03-31'],
    ['March 31, 2027', '2027-03-31'],
    ['31 March 2027', '2027-03-31'],
    ['Mar. 1st 2027', '2027-03-01'],
    ['February 2028', '2028-02-29'],
    ['03/04/2027', undefined],
    ['February 30, 2027', undefined],
    ['soon', undefined],
  ]
  for (const [text, day] of cases) assert.equal(dayOf(text), day, text)
})

test('a page can state an update date and an effective date', () => {
  assert.deepEqual(datesIn('Effective date: 1 May 2026. Last updated: June 2, 2026.'), {
    effective: '1 May 2026',
    last_updated: 'June 2, 2026',
  })
})
