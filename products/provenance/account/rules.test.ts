// The rules of accounts and entitlements, as tables of cases.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEATURES } from '@veritrace/contract/provenance/account'
import { flags, limitsNear, type Standing } from '../entitlements/rules.ts'
import { companyKey, partName, slugOf, sourceOf, withoutSecrets } from './rules.ts'

test('spellings of the same company name give the same key', () => {
  for (const name of ['Acme GmbH', 'ACME  gmbh', 'Acme, GmbH.', 'Ácme-GmbH']) assert.equal(companyKey(name), 'acmegmbh')
  assert.notEqual(companyKey('Acme'), companyKey('Acme GmbH'))
  assert.equal(companyKey('東京'), '東京')
})

test('a tenant id starts with the readable part of the name', () => {
  const cases = { 'Acme GmbH': 'acme-gmbh', 'Žlutý & Kůň': 'zluty-kun', 東京: 'workspace', '--x--': 'x' }
  for (const [name, slug] of Object.entries(cases)) assert.equal(slugOf(name), slug)
  assert.match(slugOf(`${'a'.repeat(39)}  b`), /^a{39}$/)
})

test('secrets are removed at every depth, but fields that only sound secret stay', () => {
  const row = {
    id: 'x',
    secret: 's',
    token_hash: 'h',
    previous_secret: 's',
    sealed_tokens: 't',
    domain_token: 't',
    custom_headers: { authorization: 'b' },
    sha256: 'kept',
    tokenised: 'kept',
    inner: [{ password: 'p', name: 'kept' }],
  }
  assert.deepEqual(withoutSecrets(row), { id: 'x', sha256: 'kept', tokenised: 'kept', inner: [{ name: 'kept' }] })
})

test('parts of the export are named as in the specification, otherwise after their table', () => {
  assert.equal(partName('platform.members'), 'memberships')
  assert.equal(partName('provenance.pages'), 'trust_pages')
  assert.equal(partName('provenance.disclosures'), 'disclosures')
})

test('the source of an entitlement is the plan, a trial, an override or the demo', () => {
  const none = { demo: false, overridden: false, onTrial: false }
  assert.equal(sourceOf(none), 'plan')
  assert.equal(sourceOf({ ...none, onTrial: true }), 'trial')
  assert.equal(sourceOf({ ...none, onTrial: true, overridden: true }), 'override')
  assert.equal(sourceOf({ demo: true, overridden: true, onTrial: true }), 'demo')
})

const now = new Date('2026-11-15T12:00:00Z')
const later = new Date('2026-11-16T12:00:00Z')
const standing: Standing = { plan: 'free', trial_ends_at: null, operator: false, externalProvider: false }
const refused = (given: Partial<Standing>) => {
  const all = flags({ ...standing, ...given }, {}, now)
  for (const feature of FEATURES) assert.equal(all[feature].allowed || all[feature].reason !== null, true)
  return FEATURES.filter((feature) => !all[feature].allowed)
}

test('every denial gives a reason: the plan, the trial, the user or the server', () => {
  const team = ['publish_trust_page', 'custom_domain', 'remove_branding', 'retention_policies']
  assert.deepEqual(refused({}), [...team, 'crawl_run', 'sso'])
  assert.deepEqual(refused({ trial_ends_at: now }), [...team, 'crawl_run', 'sso'])
  assert.deepEqual(refused({ trial_ends_at: later }), ['crawl_run', 'sso'])
  assert.deepEqual(refused({ plan: 'pro', operator: true }), ['sso'])
  assert.deepEqual(refused({ plan: 'enterprise', operator: true, externalProvider: true }), [])
})

test('a limit counts as near from 80%, if the feature is allowed and has a limit', () => {
  const near = (plan: Standing['plan'], used: number) =>
    limitsNear(flags({ ...standing, plan }, { publish_trust_page: used, api_keys: 1_000 }, now))
  assert.deepEqual(near('pro', 7), [])
  assert.deepEqual(near('pro', 8), [{ feature: 'publish_trust_page', limit: 10, used: 8 }])
  assert.deepEqual(near('enterprise', 1_000), [])
  assert.deepEqual(near('free', 1), [])
})
