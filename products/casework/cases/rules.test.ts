import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CASE_STATUSES, type CaseStatus } from '@veritrace/contract/casework/cases'
import { FIRST, follow, hashOf } from './chain.ts'
import { allowedFrom, askedMove, CASE_MOVES, type CaseMove, missingFor, moveFrom, prefixOf } from './rules.ts'

// The expected table, written out independently: from, move, to.
const TABLE: [CaseStatus, CaseMove, CaseStatus][] = [
  ['open', 'run_started', 'investigating'],
  ['awaiting_decision', 'run_started', 'investigating'],
  ['ready_to_close', 'run_started', 'investigating'],
  ['investigating', 'run_found_work', 'awaiting_decision'],
  ['investigating', 'run_found_nothing', 'ready_to_close'],
  ['investigating', 'run_failed', 'open'],
  ['awaiting_decision', 'plan_created', 'planned'],
  ['planned', 'delivery_started', 'in_delivery'],
  // A case that was reopened, or planned before anything was investigated.
  ['open', 'delivery_started', 'in_delivery'],
  ['investigating', 'delivery_started', 'in_delivery'],
  ['awaiting_decision', 'delivery_started', 'in_delivery'],
  ['ready_to_close', 'delivery_started', 'in_delivery'],
  ['in_delivery', 'verification_passed', 'verified'],
  ['verified', 'close', 'closed'],
  ['ready_to_close', 'close', 'closed'],
  ['awaiting_decision', 'close', 'closed'],
  ...CASE_STATUSES.filter((status) => status !== 'closed').map(
    (status) => [status, 'cancel', 'closed'] as [CaseStatus, CaseMove, CaseStatus],
  ),
  ['closed', 'reopen', 'open'],
]

test('a case moves exactly as the table says', () => {
  for (const status of CASE_STATUSES)
    for (const move of Object.keys(CASE_MOVES) as CaseMove[]) {
      const row = TABLE.find(([from, what]) => from === status && what === move)
      assert.equal(moveFrom(status, move), row?.[2], `${status} ${move}`)
    }
})

test('the moves that a person may make are listed for every state', () => {
  assert.deepEqual(allowedFrom('open'), ['cancel'])
  assert.deepEqual(allowedFrom('awaiting_decision'), ['close', 'cancel'])
  assert.deepEqual(allowedFrom('closed'), ['reopen'])
})

test('closing needs an outcome, reopening needs a reason, and only a run can verify', () => {
  assert.equal(missingFor('verified', { status: 'closed' })?.path, 'outcome')
  assert.equal(missingFor('closed', { status: 'open' })?.path, 'reason')
  assert.equal(missingFor('awaiting_decision', { status: 'closed', outcome: 'verified' })?.path, 'outcome')
  assert.equal(missingFor('open', { note: 'because' })?.path, 'status')
  assert.equal(missingFor('verified', { status: 'closed', outcome: 'verified' }), undefined)
  assert.equal(missingFor('open', { title: 'Other' }), undefined)
})

test('a patch asks to close, cancel or reopen the case, or for none of these', () => {
  assert.equal(askedMove({ status: 'closed', outcome: 'accepted_risk' }), 'close')
  assert.equal(askedMove({ status: 'closed', outcome: 'cancelled' }), 'cancel')
  assert.equal(askedMove({ status: 'open' }), 'reopen')
  assert.equal(askedMove({}), undefined)
})

test('keys begin with the initials of the pack', () => {
  assert.deepEqual(['clean-core', 'vendor-trust', 'plain', 'a_b_c'].map(prefixOf), ['CC', 'VT', 'PLAI', 'ABC'])
})

test('a chain verifies until an entry is altered, removed or reordered', () => {
  const entry = (seq: number, prev_hash: string, action = 'case.update') => {
    const row = {
      ...{ case_id: 'cas_1', seq, id: `aud_${seq}`, tenant_id: 't', workspace_id: 'w', at: new Date(seq), action },
      ...{ actor: { kind: 'user' as const, id: 'u', name: 'U' }, subject: { kind: 'case', id: 'cas_1', label: 'x' } },
      ...{ before_digest: null, after_digest: null, reason: null, request_id: 'r', prev_hash },
    }
    return { ...row, hash: hashOf(row) }
  }
  const one = entry(1, FIRST.hash)
  const two = entry(2, one.hash)
  const three = entry(3, two.hash)
  assert.deepEqual(follow(FIRST, [one, two, three]), { seq: 3, hash: three.hash })
  assert.deepEqual(follow(FIRST, [one, { ...two, action: 'case.delete' }, three]), { brokenAt: 2 })
  assert.deepEqual(follow(FIRST, [one, three]), { brokenAt: 2 })
  assert.deepEqual(follow(FIRST, [two, three]), { brokenAt: 1 })
})
