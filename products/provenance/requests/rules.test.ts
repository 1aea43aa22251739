import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type NewRequestItem,
  OUTCOMES,
  REQUEST_KINDS,
  type RequestItem,
  STAGE_KEYS,
} from '@veritrace/contract/provenance/requests'
import {
  deadlines,
  decideItems,
  givesAccess,
  grantEnd,
  grantStatus,
  isClosed,
  itemKeys,
  linkEnd,
  numberText,
  refusal,
  slaState,
  stagesFor,
  stepFrom,
  TRANSITIONS,
  unknownItems,
} from './rules.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const DAY = 24 * 3_600_000
const later = (ms: number) => new Date(NOW.getTime() + ms)
const item = (id: string, decision: RequestItem['decision'] = 'pending'): RequestItem => ({
  id,
  evidence_id: null,
  disclosure_id: null,
  free_text: id,
  decision,
  decided_at: null,
})
const stages = (kind: (typeof REQUEST_KINDS)[number], page?: { nda_required: boolean }) =>
  stagesFor(kind, page, NOW, deadlines(kind, NOW).due_at).map((stage) => ({ ...stage, id: stage.key }))

test('a request for documents includes an NDA stage; every other kind has the same stages without it', () => {
  for (const kind of REQUEST_KINDS) {
    const keys = stages(kind).map(({ key }) => key)
    assert.deepEqual(keys, kind === 'document_access' ? STAGE_KEYS : STAGE_KEYS.filter((key) => key !== 'nda'))
  }
})

test('the first stage is active, and the last is due when the request is', () => {
  for (const kind of REQUEST_KINDS) {
    const all = stages(kind)
    assert.deepEqual(
      all.map(({ status }) => status),
      ['active', ...all.slice(1).map(() => 'pending')],
    )
    assert.deepEqual(all.at(-1)!.due_at, deadlines(kind, NOW).due_at)
    assert.ok(all.every(({ due_at }, i) => i === 0 || due_at > all[i - 1]!.due_at))
  }
})

test('the NDA stage is optional if the page requires no NDA', () => {
  const required = (page?: { nda_required: boolean }) =>
    stages('document_access', page).find(({ key }) => key === 'nda')!.required
  assert.deepEqual(
    [required(), required({ nda_required: true }), required({ nda_required: false })],
    [true, true, false],
  )
})

test('a request is on track, at risk or breached by its deadlines, and keeps that state once closed', () => {
  for (const kind of REQUEST_KINDS) {
    const due = deadlines(kind, NOW)
    const at = (now: Date, closed_at: Date | null = null) => slaState({ ...due, closed_at }, now)
    assert.equal(at(NOW), 'on_track')
    assert.equal(at(new Date(due.at_risk_at.getTime() - 1)), 'on_track')
    assert.equal(at(due.at_risk_at), 'at_risk')
    assert.equal(at(new Date(due.due_at.getTime() - 1)), 'at_risk')
    assert.equal(at(due.due_at), 'breached')
    assert.equal(at(later(1000 * DAY), NOW), 'on_track')
    assert.equal(at(later(1000 * DAY), due.at_risk_at), 'at_risk')
  }
})

test('only the active stage advances, for every outcome', () => {
  const [stage] = stages('other')
  for (const status of ['pending', 'done', 'skipped', 'failed'] as const)
    for (const outcome of OUTCOMES) assert.equal(refusal({ ...stage!, status }, outcome, true), 'stage_not_active')
})

test('a required stage cannot be skipped, and an NDA stage needs a signature', () => {
  for (const stage of stages('document_access')) {
    const active = { ...stage, status: 'active' as const }
    assert.equal(refusal(active, 'reject', false), undefined)
    assert.equal(refusal(active, 'skip', false), stage.required ? 'stage_required' : undefined)
    assert.equal(refusal(active, 'complete', false), stage.key === 'nda' ? 'nda_unsigned' : undefined)
    assert.equal(refusal(active, 'complete', true), undefined)
  }
})

test('a step leads to the next stage, the last step fulfills the request, and a rejection declines it', () => {
  for (const kind of REQUEST_KINDS) {
    const all = stages(kind)
    for (const [i, stage] of all.entries()) {
      const isLast = i === all.length - 1
      for (const outcome of ['complete', 'skip'] as const) {
        const { status, next } = stepFrom(all, stage, outcome)
        assert.deepEqual([status, next?.key], [isLast ? 'fulfilled' : 'in_progress', all[i + 1]?.key])
      }
      assert.deepEqual(stepFrom(all, stage, 'reject'), { stageStatus: 'failed', status: 'declined', next: undefined })
    }
  }
})

test('every state is either open or final', () => {
  for (const [from, to] of Object.entries(TRANSITIONS)) {
    assert.equal(isClosed(from as keyof typeof TRANSITIONS), to.length === 0)
    assert.ok(!to.some((next) => next === 'open'), 'no request is reopened')
  }
})

test('request numbers are padded to 4 digits', () => {
  assert.deepEqual([numberText(42), numberText(12_345)], ['TR-0042', 'TR-12345'])
})

test('items are compared without regard to case and whitespace', () => {
  const keys = (...requested_items: NewRequestItem[]) =>
    itemKeys({ kind: 'other', subject: 'Reports', requested_items })
  assert.deepEqual(keys({ free_text: ' SOC 2\n report ' }), keys({ free_text: 'soc 2 Report' }))
  assert.deepEqual(keys({ evidence_id: 'a' }, { disclosure_id: 'a' }), ['evidence:a', 'disclosure:a'])
})

test('outbound items differ by vendor and subject too; inbound items do not', () => {
  const asked = { kind: 'other', vendor_id: 'ven_a', subject: 'Reports' } as const
  const keys = (more: object) => itemKeys({ ...asked, requested_items: [{ free_text: 'SOC 2' }], ...more })
  for (const other of [{ vendor_id: 'ven_b' }, { vendor_id: null }, { subject: 'Others' }]) {
    assert.notDeepEqual(keys({ direction: 'outbound', ...other }), keys({ direction: 'outbound' }))
    assert.deepEqual(keys(other), keys({}))
  }
})

test('a new link expires after a day, and never outlives its grant', () => {
  assert.deepEqual(linkEnd({ expires_at: later(7 * DAY) }, NOW), later(DAY))
  assert.deepEqual(linkEnd({ expires_at: later(DAY / 2) }, NOW), later(DAY / 2))
})

test('without items, requests differ by kind, vendor and subject', () => {
  const asked = { kind: 'other', vendor_id: 'ven_a', subject: 'Are backups encrypted?' } as const
  for (const same of [{ subject: ' are  backups\tENCRYPTED? ' }, { requested_items: [] }])
    assert.deepEqual(itemKeys({ ...asked, ...same }), itemKeys(asked))
  for (const other of [
    { kind: 'correction' },
    { vendor_id: 'ven_b' },
    { vendor_id: null },
    { subject: 'Who?' },
  ] as const)
    assert.notDeepEqual(itemKeys({ ...asked, ...other }), itemKeys(asked))
})

test('undecided items are approved when the request is fulfilled, and declined when it is declined', () => {
  const items = [item('a'), item('b', 'declined'), item('c')]
  const decided = (status: Parameters<typeof decideItems>[2]) =>
    decideItems(items, [{ id: 'a', decision: 'declined' }], status, NOW).map(({ decision }) => decision)
  assert.deepEqual(decided('in_progress'), ['declined', 'declined', 'pending'])
  assert.deepEqual(decided('fulfilled'), ['declined', 'declined', 'approved'])
  assert.deepEqual(decided('declined'), ['declined', 'declined', 'declined'])
  assert.deepEqual(unknownItems(items, [{ id: 'z', decision: 'approved' }]), ['z'])
})

test('an inbound request gives access if at least one item was approved', () => {
  assert.equal(givesAccess('outbound', [item('a', 'approved')]), false)
  assert.equal(givesAccess('inbound', [item('a', 'declined')]), false)
  assert.equal(givesAccess('inbound', [item('a', 'declined'), item('b', 'approved')]), true)
  assert.equal(givesAccess('inbound', []), true)
})

test('a grant lasts 30 days by default', () => {
  assert.deepEqual([grantEnd(null, NOW), grantEnd(7, NOW)], [later(30 * DAY), later(7 * DAY)])
  const grant = { expires_at: later(DAY), revoked_at: null }
  assert.equal(grantStatus(grant, NOW), 'active')
  assert.equal(grantStatus(grant, later(DAY)), 'expired')
  assert.equal(grantStatus({ ...grant, revoked_at: NOW }, later(DAY)), 'revoked')
})
