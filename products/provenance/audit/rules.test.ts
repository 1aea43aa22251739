import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditFilter, endsAccess } from './rules.ts'

const watcher = { sessionId: 'ses_1', actor: { id: 'usr_1' } }
const CASES: [string, string, boolean][] = [
  ['session.revoke', 'ses_1', true],
  ['session.revoke', 'ses_2', false],
  ['member.remove', 'usr_1', true],
  ['member.remove', 'usr_2', false],
  ['api_key.revoke', 'usr_1', true],
  ['tenant.delete', 'acme', true],
  ['page.publish', 'ses_1', false],
]
for (const [action, id, ends] of CASES)
  test(`${action} of ${id} ${ends ? 'ends' : 'does not end'} the stream of usr_1 in ses_1`, () => {
    assert.equal(endsAccess({ action, resource: { type: 'any', id } }, watcher), ends)
  })

test('a resource filter is a type, or a type and an id that may contain colons', () => {
  assert.deepEqual(auditFilter({ resource: 'page' }), { resource: { type: 'page' } })
  assert.deepEqual(auditFilter({ resource: 'node:urn:x:1' }), { resource: { type: 'node', id: 'urn:x:1' } })
  const from = '2026-01-01T00:00:00+02:00'
  assert.deepEqual(auditFilter({ from, actor: 'usr_1' }), { actor: 'usr_1', from: new Date('2025-12-31T22:00:00Z') })
})
