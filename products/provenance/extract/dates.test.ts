import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datesIn, dayOf } from './dates.ts'

test('days in the forms of many countries; what two countries read differently is none', () => {
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

test('a page gives itself a date or two', () => {
  assert.deepEqual(datesIn('Effective date: 1 May 2026. Last updated: June 2, 2026.'), {
    effective: '1 May 2026',
    last_updated: 'June 2, 2026',
  })
})
