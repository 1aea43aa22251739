import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECOMMENDATION_STATUSES as STATUSES } from '@veritrace/contract/casework/recommendations'
import { DECISIONS, foundAgain, mayBecome, missingIn, notFoundAgain } from './rules.ts'

const NOW = new Date('2026-03-01T00:00:00Z')

test('people decide about what is proposed, and about nothing else', () => {
  for (const from of STATUSES)
    for (const to of STATUSES)
      assert.equal(
        mayBecome(from, to),
        from === 'proposed' && ['accepted', 'rejected', 'deferred'].includes(to),
        `${from} ${to}`,
      )
  assert.deepEqual(DECISIONS.accepted, [])
})

test('each decision needs what belongs to it', () => {
  const cases: [Parameters<typeof missingIn>[0], string | undefined][] = [
    [{ status: 'rejected' }, 'reason'],
    [{ status: 'rejected', reason: 'Not ours' }, undefined],
    [{ status: 'deferred' }, 'defer_until'],
    [{ status: 'deferred', defer_until: '2026-02-01T00:00:00Z' }, 'defer_until'],
    [{ status: 'deferred', defer_until: '2026-04-01T00:00:00Z' }, undefined],
    [{ status: 'accepted', defer_until: '2026-04-01T00:00:00Z' }, 'defer_until'],
    [{ status: 'rejected', reason: 'x', chosen_alternative_id: 'wrap' }, 'chosen_alternative_id'],
    [
      { status: 'accepted', exemption: { owner: 'me', reason: 'x', expires_at: '2026-01-01T00:00:00Z' } },
      'exemption/expires_at',
    ],
    [{ note: 'x' }, 'status'],
    [{ feedback: { rating: 3 } }, undefined],
    [{ status: 'accepted' }, undefined],
  ]
  for (const [decision, path] of cases) assert.equal(missingIn(decision, NOW)?.path, path, JSON.stringify(decision))
})

test('what a run finds again keeps what was decided', () => {
  const again = STATUSES.map((status) => foundAgain({ status }))
  assert.deepEqual(again, ['proposed', 'accepted', 'rejected', 'deferred', 'proposed', 'proposed'])
  assert.equal(foundAgain({ status: 'superseded', decided: 'rejected' }), 'rejected')
  assert.equal(foundAgain({ status: 'superseded', decided: 'deferred' }), 'proposed')
  assert.equal(foundAgain({ status: 'done', decided: 'accepted' }), 'proposed')
  assert.equal(foundAgain({ status: 'accepted', decided: 'accepted', isLapsed: true }), 'proposed')
  assert.equal(foundAgain({ status: 'superseded', decided: 'accepted', isLapsed: true }), 'proposed')
})

test('what a run no longer finds is done where it was accepted, and else superseded', () => {
  assert.deepEqual(
    STATUSES.map((status) => notFoundAgain(status, { looksAtTheSame: true })),
    ['superseded', 'done', 'superseded', 'superseded', 'superseded', 'done'],
  )
  assert.equal(notFoundAgain('accepted', { looksAtTheSame: false }), 'superseded')
  assert.equal(notFoundAgain('accepted', { looksAtTheSame: true, isExempted: true }), 'accepted')
})
