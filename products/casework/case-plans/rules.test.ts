// The tables of plans and items, the gates, the checks of a verification, and the scope check of a transport.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ITEM_TRANSITIONS, PLAN_STATES, PLAN_TRANSITIONS } from '@veritrace/contract/casework/case-plans'
import { ITEM_STATES, type PlanItem } from '@veritrace/contract/casework/plan'
import { afterTry, RETRY_STEPS, wantsEvent } from '../plan-webhooks/rules.ts'
import { checkScope, manifestObjects, requestsAfter, statusOf } from '../transports/rules.ts'
import { checkGate, GATES, type GateFacts } from './gates.ts'
import { effectiveVerdicts } from './review-rules.ts'
import {
  type GateId,
  ITEM_MOVES,
  itemAfter,
  itemStepsFrom,
  PLAN_MOVES,
  planAfter,
  planMove,
  planStepsFrom,
} from './rules.ts'
import { whyNot } from './verify-plan.ts'

test('every requestable transition is in the table of plans, and the final states have no way out', () => {
  const people = Object.keys(PLAN_MOVES).filter((name) => planMove(name as 'submit').by.length > 0)
  assert.deepEqual(people.sort(), [...PLAN_TRANSITIONS].sort())
  for (const state of ['verified', 'superseded'] as const) assert.deepEqual(planStepsFrom(state), [], state)
  for (const state of ['rejected', 'withdrawn'] as const) assert.deepEqual(planStepsFrom(state), ['reopen'], state)
  for (const state of PLAN_STATES)
    for (const name of PLAN_TRANSITIONS)
      assert.equal(
        planAfter({ state, held_from: 'approved' }, name) !== undefined,
        planStepsFrom(state).includes(name),
        `${name} from ${state}`,
      )
})

test('a plan on hold resumes in its previous state', () => {
  assert.equal(planAfter({ state: 'on_hold', held_from: 'approved' }, 'resume'), 'approved')
  assert.equal(planAfter({ state: 'on_hold', held_from: 'in_delivery' }, 'resume'), 'in_delivery')
  assert.equal(itemAfter({ state: 'blocked', held_from: 'in_progress' }, 'unblock'), 'in_progress')
})

test('items move only while their plan is in delivery, and only as the table says', () => {
  for (const state of ITEM_STATES) assert.deepEqual(itemStepsFrom('in_review', state), [], state)
  const inDelivery = Object.fromEntries(ITEM_STATES.map((state) => [state, itemStepsFrom('in_delivery', state)]))
  assert.deepEqual(inDelivery, {
    proposed: [],
    ready: ['start_item', 'block', 'complete_item', 'waive'],
    in_progress: ['block', 'complete_item', 'waive'],
    blocked: ['unblock', 'waive'],
    done: ['reopen_item'],
    verified: [],
    waived: ['reopen_item'],
    failed: ['start_item', 'waive'],
  })
  const people = Object.entries(ITEM_MOVES).filter(([, { by }]) => by.length > 0)
  assert.deepEqual(people.map(([name]) => name).sort(), [...ITEM_TRANSITIONS].sort())
})

const item = (more: Partial<PlanItem> = {}): PlanItem =>
  ({
    id: 'itm_1',
    action_id: 'replace',
    artifacts_total: 1,
    acceptance: [{ kind: 'manual', text: 'Done.' }],
    citations: [1],
    ...more,
  }) as PlanItem

const PASSING: GateFacts = {
  items: [item()],
  states: [{ item_id: 'itm_1', state: 'done', reason: null }],
  policy: { approvals_required: 1, author_may_approve: false, freeze_ruleset: true },
  acknowledged: {},
  conflicts: [],
  conflictsDigest: 'none',
  run: { id: 'run_1', staleReasons: [], differs: false },
  approvals: 1,
  changesAsked: 1,
  openBlocking: [],
  unexempted: [],
  catalog: 'lists of now',
  approvedCatalog: 'lists of now',
  verification: { run_id: 'run_1', at: '2026-01-01T00:00:00Z', passed: true, failed_items: [] },
}
const someone = { by: { kind: 'user' as const, id: 'u', name: 'Uma' }, at: '2026-01-01T00:00:00Z' }

/** Facts that make each gate fail, and a pattern of the resulting detail. */
const FAILING: Record<GateId, [Partial<GateFacts>, RegExp]> = {
  G1: [{ items: [] }, /at least one item/],
  G2: [{ items: [item({ acceptance: [], citations: [] })] }, /items\.itm_1\.acceptance.*citations/],
  G3: [{ conflicts: [{ about: 'TABL:X', note: 'two lists disagree' }] }, /TABL:X/],
  G4: [{ run: { id: 'run_1', staleReasons: ['catalog_changed'], differs: false } }, /catalog changed/],
  G5: [{ approvals: 0 }, /0 of 1/],
  G6: [{ openBlocking: [{ id: 'cmt_1', item_id: 'itm_1' }] }, /cmt_1/],
  G7: [{ unexempted: [{ item_id: 'itm_1', message: 'needs an exemption' }] }, /exemption/],
  G8: [{ approvedCatalog: 'lists of then' }, /changed since the approval/],
  changes_asked: [{ changesAsked: 0 }, /request_changes/],
  items_finished: [{ states: [{ item_id: 'itm_1', state: 'in_progress', reason: null }] }, /in progress/],
  acceptance_met: [{ verification: null }, /no verification has finished/i],
}

for (const id of Object.keys(GATES) as GateId[])
  test(`gate ${id} passes and fails when it should`, () => {
    assert.equal(checkGate(id, PASSING).status, 'pass')
    const [facts, detail] = FAILING[id]
    const gate = checkGate(id, { ...PASSING, ...facts })
    assert.equal(gate.status, 'fail')
    assert.match(gate.detail, detail)
    assert.ok(gate.errors.length > 0)
  })

test('an acknowledged contradiction is only a warning until the contradictions change', () => {
  const facts = { ...PASSING, ...FAILING.G3[0], conflictsDigest: 'one' }
  assert.equal(checkGate('G3', { ...facts, acknowledged: { G3: { digest: 'one', ...someone } } }).status, 'warn')
  assert.equal(checkGate('G3', { ...facts, acknowledged: { G3: { digest: 'older', ...someone } } }).status, 'fail')
})

test('a plan is blocked by a missing run, by a run with different results, and by a waiver without a reason', () => {
  assert.equal(checkGate('G4', { ...PASSING, run: { id: null, staleReasons: [], differs: false } }).status, 'fail')
  assert.equal(checkGate('G4', { ...PASSING, run: { id: 'run_2', staleReasons: [], differs: true } }).status, 'fail')
  const waived = (reason: string | null) => [{ item_id: 'itm_1', state: 'waived' as const, reason }]
  assert.equal(checkGate('items_finished', { ...PASSING, states: waived(null) }).status, 'fail')
  assert.equal(checkGate('items_finished', { ...PASSING, states: waived('Not used.') }).status, 'pass')
})

test('only the last verdict of a reviewer counts, and a dismissed verdict does not', () => {
  const said = [
    { id: 'rev_1', verdict: 'approve' as const, reviewer_id: 'a', dismissed: null },
    { id: 'rev_2', verdict: 'request_changes' as const, reviewer_id: 'a', dismissed: null },
    { id: 'rev_3', verdict: 'approve' as const, reviewer_id: 'b', dismissed: { reason: 'again' } },
    { id: 'rev_4', verdict: 'comment' as const, reviewer_id: 'a', dismissed: null },
  ]
  assert.deepEqual([...effectiveVerdicts(said)], [['a', 'request_changes']])
})

test('a verification compares ratings, findings and usage with the acceptance conditions of an item', () => {
  const facts = {
    scale: ['A', 'B', 'C', 'unknown'],
    ratingOf: (form: string) =>
      ({ 'P:GOOD': { code: 'B', acceptable: true }, 'P:BAD': { code: 'C', acceptable: false } })[form],
    executionsOf: (form: string) => ({ 'P:IDLE': 0, 'P:BUSY': 7, 'P:UNSEEN': null })[form],
    countFindings: (forms: readonly string[]) => (forms.includes('P:BAD') ? 2 : 0),
  }
  const check = (acceptance: PlanItem['acceptance'], ...objects: string[]) => whyNot({ acceptance }, objects, facts)
  assert.equal(check([{ kind: 'rating_at_least', code: 'B' }], 'P:GOOD', 'P:GONE'), undefined)
  assert.match(check([{ kind: 'rating_at_least', code: 'A' }], 'P:GOOD')!, /rated B, not A/)
  assert.match(check([{ kind: 'rating_at_least', code: 'B' }], 'P:GOOD', 'P:BAD')!, /P:BAD is rated C/)
  assert.match(check([{ kind: 'findings_cleared', check_ids: ['X'] }], 'P:BAD')!, /2 findings of X/)
  assert.equal(check([{ kind: 'unused_confirmed' }], 'P:IDLE', 'P:GONE'), undefined)
  assert.match(check([{ kind: 'unused_confirmed' }], 'P:BUSY')!, /still used/)
  assert.match(check([{ kind: 'unused_confirmed' }], 'P:UNSEEN')!, /no usage data/)
  assert.equal(check([{ kind: 'manual', text: 'Agreed.' }], 'P:BAD'), undefined)
})

const NAMES = { pgmid: 'R3TR', types: { CDS_STOB: 'DDLS' }, parts: { METH: { object: 'CLAS', name_length: 30 } } }
const object = (pgmid: string, type: string, name: string) => ({ pgmid, object: type, obj_name: name })

test('a manifest uses transport names, and a report shows unplanned and missing objects', () => {
  const planned = manifestObjects(NAMES, ['CLAS:ZCL_A', 'CDS_STOB:ZI_B', 'CLAS:ZCL_A'])
  assert.deepEqual(planned, [object('R3TR', 'CLAS', 'ZCL_A'), object('R3TR', 'DDLS', 'ZI_B')])
  const method = object('LIMU', 'METH', 'ZCL_A                         RUN')
  const check = checkScope(NAMES, [method, object('R3TR', 'PROG', 'ZSTRAY')], planned, planned)
  assert.deepEqual(check, { extra: ['R3TR PROG ZSTRAY'], missing: ['R3TR DDLS ZI_B'] })
})

test('import queue statuses are mapped to ours, and each system is recorded on its requests', () => {
  const statuses = [
    'Initial',
    'Repeatable',
    'Running',
    'Succeeded',
    'Skipped',
    'Warning',
    'Error',
    'Fatal',
    'Deleted',
    'sent',
  ]
  const ours = 'prepared prepared running succeeded succeeded warning failed failed cancelled sent'
  assert.equal(statuses.map(statusOf).join(' '), ours)
  const [one, two] = requestsAfter(
    [
      { id: 'K1', status: 'prepared', systems: [] },
      { id: 'K2', status: 'prepared', systems: [] },
    ],
    { status: 'Running', system: 'QAS', requests: [{ id: 'K1', status: 'Fatal' }] },
    '2026-01-01T00:00:00Z',
  )
  assert.deepEqual([one!.status, one!.systems[0]!.sid, two!.status], ['failed', 'QAS', 'prepared'])
})

test('a delivery becomes a dead letter after eight attempts; 410 or a forbidden address ends it immediately', () => {
  const failed = { ok: false, status: 500, isFinal: false, retryAfterMs: null }
  const waits = RETRY_STEPS.map((_, at) => afterTry(at + 1, failed, 0.5).wait)
  assert.deepEqual(waits, [5_000, 30_000, 300_000, 1_800_000, 7_200_000, 28_800_000, 86_400_000])
  assert.equal(afterTry(8, failed, 0.5).status, 'dead_letter')
  assert.deepEqual(afterTry(1, { ...failed, status: 410 }, 0.5), { status: 'failed', disables: true })
  assert.equal(afterTry(1, { ...failed, isFinal: true }, 0.5).status, 'failed')
  assert.ok(afterTry(1, failed, 0).wait! < afterTry(1, failed, 1).wait!)
  assert.ok(wantsEvent(['*'], 'plan.approved') && !wantsEvent(['ping'], 'plan.approved'))
})
