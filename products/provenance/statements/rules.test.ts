import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SignerStatus, STATEMENT_STATUSES } from '@veritrace/contract/provenance/statements'
import { answerProblems, askableFrom, repeatedAddress, statusAfter, TRANSITIONS } from './rules.ts'
import { bodyHash, isSealIntact, sealOf } from './seal.ts'
import type { SignerRow, StatementRow } from './tables.ts'

const AT = new Date('2026-03-01T00:00:00Z')
const statement: StatementRow = {
  id: 'stm_1',
  tenant_id: 't',
  kind: 'nda',
  title: 'NDA',
  body: 'Keep it.',
  body_sha256: bodyHash('Keep it.'),
  consent_text: 'I agree.',
  status: 'signed',
  seal: null,
  seal_version: null,
  request_id: null,
  valid_until: null,
  supersedes_id: null,
  events: [],
  sent_at: AT,
  sign_by: AT,
  signed_at: AT,
  author_id: 'usr',
  version: 4,
  created_at: AT,
  updated_at: AT,
}
const signer: SignerRow = {
  id: 'sig_1',
  tenant_id: 't',
  statement_id: 'stm_1',
  position: 0,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'CTO',
  status: 'signed',
  typed_name: 'Ada L.',
  viewed_at: AT,
  signed_at: AT,
  decline_reason: null,
  ip: '192.0.2.1',
  user_agent: 'x',
}

test('the seal covers text, signers, consent and times, whatever the order of the signers', () => {
  const other = { ...signer, id: 'sig_2', email: 'ben@example.com' }
  const seal = sealOf(statement, [signer, other])
  assert.equal(sealOf(statement, [other, signer]), seal)
  const later = new Date(AT.getTime() + 1)
  const statements = [
    { body: 'Keep it!' },
    { title: 'nda' },
    { kind: 'dpa' },
    { consent_text: 'I agree' },
    { signed_at: later },
    { sent_at: later },
    { valid_until: later },
    { tenant_id: 'u' },
  ] as const
  for (const change of statements) assert.notEqual(sealOf({ ...statement, ...change }, [signer, other]), seal)
  const signers = [
    { name: 'Eve' },
    { email: 'e@example.com' },
    { typed_name: 'E' },
    { signed_at: later },
    { ip: '::1' },
  ]
  for (const change of signers) assert.notEqual(sealOf(statement, [{ ...signer, ...change }, other]), seal)
  assert.notEqual(sealOf(statement, [signer]), seal)
})

test('a seal is intact as long as nothing changes, and exists only once all have signed', () => {
  assert.equal(isSealIntact(statement, [signer]), null)
  const sealed = { ...statement, seal: sealOf(statement, [signer]) }
  assert.equal(isSealIntact(sealed, [signer]), true)
  const touched: StatementRow = { ...sealed, version: 9, updated_at: new Date() }
  assert.equal(isSealIntact(touched, [signer]), true)
  assert.equal(isSealIntact({ ...sealed, body: 'Tell all.' }, [signer]), false)
  assert.equal(isSealIntact({ ...sealed, body_sha256: bodyHash('Tell all.') }, [signer]), false)
})

test('one refusal declines a statement, all signatures complete it, and a view is recorded', () => {
  const after = (...statuses: SignerStatus[]) =>
    statusAfter(
      'sent',
      statuses.map((status) => ({ status })),
    )
  assert.equal(after('pending', 'pending'), 'sent')
  assert.equal(after('viewed', 'pending'), 'viewed')
  assert.equal(after('signed', 'pending'), 'viewed')
  assert.equal(after('signed', 'signed'), 'signed')
  assert.equal(after('signed', 'declined', 'pending'), 'declined')
})

test('a final state cannot change, and no caller can request an expiry', () => {
  for (const from of STATEMENT_STATUSES) {
    assert.ok(!askableFrom(from).includes('expired'))
    assert.ok(!TRANSITIONS[from].includes('draft'))
  }
  for (const end of ['signed', 'declined', 'void', 'expired'] as const) assert.deepEqual(TRANSITIONS[end], [])
})

test('a signature needs a typed name and consent; a refusal needs neither', () => {
  const paths = (answer: Parameters<typeof answerProblems>[0]) => answerProblems(answer).map(({ path }) => path)
  assert.deepEqual(paths({ decision: 'sign', name: 'Ada', consent: true }), [])
  assert.deepEqual(paths({ decision: 'sign', name: 'Ada', consent: false }), ['consent'])
  assert.deepEqual(paths({ decision: 'sign' }), ['name', 'consent'])
  assert.deepEqual(paths({ decision: 'sign', name: 'A', consent: true, reason: 'x' }), ['reason'])
  assert.deepEqual(paths({ decision: 'decline' }), [])
  assert.deepEqual(paths({ decision: 'decline', name: 'A', consent: true }), ['name', 'consent'])
})

test('a repeated address is found', () => {
  assert.equal(repeatedAddress([{ email: 'a@x.test' }, { email: 'b@x.test' }]), undefined)
  assert.equal(repeatedAddress([{ email: 'a@x.test' }, { email: 'A@x.test' }]), 'a@x.test')
})
