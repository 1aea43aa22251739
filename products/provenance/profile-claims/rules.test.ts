// Transitions, tokens and proofs of a claim, without a server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLAIM_STATUSES } from '@veritrace/contract/provenance/profile-claims'
import { allowedFrom, challengeOf, hasLine, isOwnHost, mailboxProblem, nextCheck, refusalOf, siteOf } from './rules.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const HOUR = 3_600_000
const later = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR)

test('a token opens only a pending claim', () => {
  const refusals = CLAIM_STATUSES.map((status) => [status, refusalOf({ status, token_expires_at: later(1) }, NOW)])
  assert.deepEqual(Object.fromEntries(refusals), {
    pending: undefined,
    verified: 'claim_token_used',
    revoked: 'claim_token_used',
    rejected: 'claim_token_expired',
    expired: 'claim_token_expired',
    canceled: 'claim_token_expired',
  })
  assert.equal(refusalOf({ status: 'pending', token_expires_at: NOW }, NOW), 'claim_token_expired')
})

test('a claimant may cancel, an operator may reject and revoke, and a proof decides the rest', () => {
  assert.deepEqual(allowedFrom('pending', ['claimant']), ['canceled'])
  assert.deepEqual(allowedFrom('pending', ['operator']), ['rejected'])
  assert.deepEqual(allowedFrom('pending', ['proof']), ['verified', 'expired'])
  assert.deepEqual(allowedFrom('verified', ['operator', 'claimant']), ['revoked'])
})

const MAILBOXES: [string, string, boolean][] = [
  ['security@acme.test', 'acme.test', true],
  ['security@ACME.test', 'acme.test', true],
  ['me@customers.acme.test', 'acme.test', false],
  ['me@acme.test.evil.test', 'acme.test', false],
  ['me@notacme.test', 'acme.test', false],
  ['"a@acme.test"@evil.test', 'acme.test', false],
  ['anyone@proton.me', 'proton.me', false],
]
for (const [email, domain, proves] of MAILBOXES)
  test(`a mailbox ${email} proves ${proves ? '' : 'nothing '}about ${domain}`, () =>
    assert.equal(mailboxProblem(email, domain) === undefined, proves))

test('a proof is looked for only on the vendor’s own hosts', () => {
  assert.equal(
    siteOf({ primary_domain: 'acme.test', website_url: 'http://www.acme.test:81/en' }),
    'http://www.acme.test:81',
  )
  assert.equal(siteOf({ primary_domain: 'acme.test', website_url: 'https://acme.hosted.test/' }), 'https://acme.test')
  assert.equal(siteOf({ primary_domain: 'acme.test', website_url: '' }), 'https://acme.test')
  assert.ok(isOwnHost('www.acme.test', 'acme.test'))
  assert.ok(!isOwnHost('users.acme.test', 'acme.test'))
  assert.ok(!isOwnHost('acme.test.evil.test', 'acme.test'))
})

test('a challenge names the place to publish the proof', () => {
  const place = { contact_email: 'a@acme.test', primary_domain: 'acme.test', website_url: '', proof: 'p' }
  const shown = (method: 'dns_txt' | 'well_known' | 'html_meta') => challengeOf({ ...place, method })
  assert.deepEqual([shown('dns_txt').name, shown('dns_txt').value], ['_trust-claim.acme.test', 'veritrace-claim=p'])
  assert.equal(shown('well_known').name, 'https://acme.test/.well-known/trust-claim.txt')
  assert.match(shown('html_meta').instructions, /<meta name="trust-claim" content="veritrace-claim=p">/)
})

test('a whole line of the file is a proof, a part of a line is not', () => {
  assert.ok(hasLine('# ours\r\nveritrace-claim=p \r\n', 'veritrace-claim=p'))
  assert.ok(!hasLine('veritrace-claim=pq', 'veritrace-claim=p'))
})

test('a pending claim is checked hourly, a verified one every 30 days, and one with a miss the next day', () => {
  const pending = { status: 'pending', method: 'dns_txt', token_expires_at: later(10) } as const
  assert.deepEqual(nextCheck(pending, false, NOW), later(1))
  assert.deepEqual(nextCheck({ ...pending, token_expires_at: later(0.5) }, false, NOW), later(0.5))
  assert.deepEqual(nextCheck({ ...pending, method: 'email_domain' }, false, NOW), later(10))
  assert.deepEqual(nextCheck({ ...pending, status: 'verified' }, true, NOW), later(30 * 24))
  assert.deepEqual(nextCheck({ ...pending, status: 'verified' }, false, NOW), later(24))
})
