import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RECOMMENDATION_STATUSES as STATUSES } from '@veritrace/contract/casework/recommendations'
import { DECISIONS, mayBecome, missingIn, statusWhenFound, statusWhenMissing } from './rules.ts'

const NOW = new Date('2026-03-01T00:00:00Z')

test('only proposed recommendations can be decided', () => {
  for (const from of STATUSES)
    for (const to of STATUSES)
      assert.equal(
        mayBecome(from, to),
        from === 'proposed' && ['accepted', 'rejected', 'deferred'].includes(to),
        `${from} ${to}`,
      )
  assert.deepEqual(DECISIONS.accepted, [])
})

test('each decision requires its own fields', () => {
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

test('a recommendation that a run finds again keeps its decision', () => {
  const again = STATUSES.map((status) => statusWhenFound({ status }))
  assert.deepEqual(again, ['proposed', 'accepted', 'rejected', 'deferred', 'proposed', 'proposed'])
  assert.equal(statusWhenFound({ status: 'superseded', decided: 'rejected' }), 'rejected')
  assert.equal(statusWhenFound({ status: 'superseded', decided: 'deferred' }), 'proposed')
  assert.equal(statusWhenFound({ status: 'done', decided: 'accepted' }), 'proposed')
  assert.equal(statusWhenFound({ status: 'accepted', decided: 'accepted', isLapsed: true }), 'proposed')
  assert.equal(statusWhenFound({ status: 'superseded', decided: 'accepted', isLapsed: true }), 'proposed')
})

test('a recommendation that a run no longer finds is done if it was accepted, otherwise superseded', () => {
  assert.deepEqual(
    STATUSES.map((status) => statusWhenMissing(status, { hasSameScope: true })),
    ['superseded', 'done', 'superseded', 'superseded', 'superseded', 'done'],
  )
  assert.equal(statusWhenMissing('accepted', { hasSameScope: false }), 'superseded')
  assert.equal(statusWhenMissing('accepted', { hasSameScope: true, isExempted: true }), 'accepted')
})
