import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { REVIEW_STATUSES } from '@veritrace/contract/provenance/evidence'
import {
  allowedFrom,
  dateProblems,
  isWritable,
  renewalDue,
  serveProblem,
  stepOf,
  TRANSITIONS,
  takesFile,
} from './rules.ts'

describe('evidence rules', () => {
  test('a caller can request exactly the steps that have a role', () => {
    for (const from of REVIEW_STATUSES) {
      const askable = REVIEW_STATUSES.filter((to) => TRANSITIONS[from][to]?.least)
      assert.deepEqual(allowedFrom(from).toSorted(), askable.toSorted(), from)
      for (const to of REVIEW_STATUSES)
        assert.equal(stepOf(from, to) !== undefined, askable.includes(to), `${from} ${to}`)
    }
  })

  test('every state can be reached, and a caller cannot request automatic steps', () => {
    const reached = new Set(['pending', ...REVIEW_STATUSES.flatMap((from) => Object.keys(TRANSITIONS[from]))])
    assert.deepEqual([...reached].toSorted(), REVIEW_STATUSES.toSorted())
    for (const to of ['expired', 'superseded'] as const) assert.equal(stepOf('approved', to), undefined)
  })

  test('only a stored file that is clean or could not be scanned can be downloaded', () => {
    const cases = [
      ['uploaded', 'clean', undefined],
      ['uploaded', 'skipped', undefined],
      ['uploaded', 'pending', 'evidence_not_scanned'],
      ['uploaded', 'infected', 'evidence_infected'],
      ['awaiting_upload', 'clean', 'evidence_not_uploaded'],
      ['failed', 'clean', 'evidence_not_uploaded'],
    ] as const
    for (const [upload_status, scan_status, problem] of cases)
      assert.equal(serveProblem({ upload_status, scan_status }), problem, `${upload_status} ${scan_status}`)
  })

  test('details are locked once in review; a file is accepted if it is missing or changes were requested', () => {
    assert.deepEqual(REVIEW_STATUSES.filter(isWritable), ['pending', 'changes_requested'])
    const takers = REVIEW_STATUSES.filter((review_status) => takesFile({ review_status, upload_status: 'uploaded' }))
    assert.deepEqual(takers, ['changes_requested'])
    assert.ok(takesFile({ review_status: 'pending', upload_status: 'awaiting_upload' }))
  })

  test('dates are in order, and the default renewal date is the expiry or a year after the issue', () => {
    const [early, late] = [new Date('2026-01-01'), new Date('2026-06-01')]
    assert.deepEqual(dateProblems({ valid_from: early, valid_until: late, period_start: early, period_end: early }), [])
    const wrong = dateProblems({ issued_at: late, valid_until: early, period_start: late, period_end: early })
    assert.deepEqual(
      wrong.map(({ path }) => path),
      ['valid_until', 'period_end'],
    )
    assert.equal(renewalDue({ valid_until: late, issued_at: early }), late)
    assert.deepEqual(renewalDue({ issued_at: early }), new Date('2027-01-01'))
    assert.equal(renewalDue({}), null)
  })
})
