import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '@veritrace/contract/provenance/audit'
import { apiActivity } from './ocsf.ts'

const ENTRY: AuditEntry = {
  id: 'aud_1',
  sequence: 7,
  occurred_at: '2026-01-01T00:00:00.000Z',
  actor: { type: 'user', id: 'usr_1', label: 'Uma', ip: '192.0.2.1', user_agent: 'test' },
  action: 'page.publish',
  resource: { type: 'page', id: 'page_1', label: 'Acme' },
  outcome: 'success',
  reason: null,
  changes: [],
  request_id: 'req_1',
  correlation_id: 'req_1',
  prev_hash: '0',
  hash: '1',
}

const ACTIVITIES: [string, number, string][] = [
  ['page.create', 1, 'Create'],
  ['audit_log.export', 2, 'Read'],
  ['webhook.rotate_secret', 3, 'Update'],
  ['session.revoke', 4, 'Delete'],
  ['webhook.send_test', 99, 'send_test'],
]
for (const [action, id, name] of ACTIVITIES)
  test(`${action} is the activity ${name}`, () => {
    const activity = apiActivity({ ...ENTRY, action }, 't-1')
    assert.deepEqual([activity.activity_id, activity.type_uid, activity.activity_name], [id, 600300 + id, name])
  })

test('the required fields of the class are present for every actor, even without an IP address', () => {
  const denied = { ...ENTRY, outcome: 'denied', reason: 'No.' } as const
  for (const entry of [ENTRY, denied, { ...ENTRY, actor: { type: 'system', id: 'system', label: 'V' } as const }]) {
    const activity = apiActivity(entry, 't-1')
    for (const field of [
      'activity_id',
      'actor',
      'api',
      'category_uid',
      'class_uid',
      'metadata',
      'severity_id',
    ] as const)
      assert.ok(activity[field], field)
    assert.equal(activity.time, Date.UTC(2026, 0, 1))
    assert.equal(Object.values(activity.src_endpoint).length, 1)
  }
  const { status_id, status_detail, severity } = apiActivity(denied, 't-1')
  assert.deepEqual([status_id, status_detail, severity], [2, 'No.', 'Medium'])
})
