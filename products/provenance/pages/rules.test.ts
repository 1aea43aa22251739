import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entitlement } from '../entitlements/rules.ts'
import {
  findPlaceholders,
  isReady,
  mergeTheme,
  newGaps,
  type PageFacts,
  publishStep,
  readinessChecks,
} from './rules.ts'

const ready: PageFacts = {
  slug: 'acme',
  display_name: 'Acme',
  headline: 'Trust at Acme',
  intro: 'We keep [our promises](https://acme.test).',
  security_contact: 'security@acme.test',
  custom_domain: null,
  domain_status: 'none',
  no_subprocessors: false,
  subprocessors: 2,
  disclosures: 1,
  expired_evidence: 0,
}

test('a page with everything in place is ready', () => {
  const checks = readinessChecks(ready)
  assert.ok(isReady(checks))
  assert.deepEqual([...new Set(checks.map((check) => check.status))], ['pass'])
})

const GAPS: [string, Partial<PageFacts>, string][] = [
  ['without a name', { display_name: '  ' }, 'display_name'],
  ['without a published disclosure', { disclosures: 0 }, 'disclosure'],
  ['without a contact', { security_contact: null }, 'contact'],
  ['without subprocessors', { subprocessors: 0 }, 'subprocessors'],
  ['that lists subprocessors and declares none', { no_subprocessors: true }, 'subprocessors'],
  ['with expired public evidence', { expired_evidence: 1 }, 'evidence'],
  ['with a domain that is not verified', { custom_domain: 'trust.acme.test', domain_status: 'pending_dns' }, 'domain'],
  ['with a template name left in', { intro: 'Welcome to {Company}.' }, 'placeholders'],
]
for (const [what, change, id] of GAPS)
  test(`a page ${what} is not ready, and the check says which gap`, () => {
    const checks = readinessChecks({ ...ready, ...change })
    assert.equal(isReady(checks), false)
    assert.deepEqual(
      checks.filter((check) => check.status === 'fail').map((check) => check.id),
      [id],
    )
  })

test('a page that declares no subprocessors and lists none is ready', () => {
  assert.ok(isReady(readinessChecks({ ...ready, subprocessors: 0, no_subprocessors: true })))
})

test('a gap is new if its check passed before; an unverified domain is never a new gap', () => {
  const ids = (before: Partial<PageFacts>, after: Partial<PageFacts>) =>
    newGaps({ ...ready, ...before }, { ...ready, ...after }).map((gap) => gap.id)
  assert.deepEqual(ids({}, { security_contact: null, disclosures: 0 }), ['disclosure', 'contact'])
  assert.deepEqual(ids({ disclosures: 0 }, { security_contact: null, disclosures: 0 }), ['contact'])
  assert.deepEqual(ids({ security_contact: null }, {}), [])
  assert.deepEqual(ids({}, { custom_domain: 'trust.acme.test', domain_status: 'pending_dns' }), [])
})

test('a missing headline is a warning, not a gap', () => {
  const checks = readinessChecks({ ...ready, headline: '' })
  assert.ok(isReady(checks))
  assert.equal(checks.find((check) => check.id === 'headline')?.status, 'warn')
})

const TEXTS: [string, string[]][] = [
  ['{Company} cares', ['{Company}']],
  ['{{company_name}} cares', ['{{company_name}}']],
  ['[Company Legal Name] cares', ['[Company Legal Name]']],
  ['<your company> cares', ['<your company>']],
  ['see [Our Policy](https://acme.test)', []],
  ['a set {1, 2} and a footnote [1]', []],
  ['- [x] encrypted at rest, see [Ref]', []],
]
for (const [intro, found] of TEXTS)
  test(`“${intro}” contains ${found.length === 0 ? 'no template text' : 'template text'}`, () => {
    assert.deepEqual(findPlaceholders({ display_name: '', headline: '', intro }), found)
  })

test('a theme is merged field by field, and null removes a field', () => {
  const theme = { primary_color: '#112233', logo_url: 'https://acme.test/logo.png' }
  assert.deepEqual(mergeTheme(theme, { logo_url: null }), { primary_color: '#112233' })
  assert.deepEqual(mergeTheme(theme, undefined), theme)
})

test('only a change of publication is a publish or unpublish step', () => {
  assert.equal(publishStep(false, { published: true }), 'publish')
  assert.equal(publishStep(true, { published: false }), 'unpublish')
  assert.equal(publishStep(true, { published: true }), undefined)
  assert.equal(publishStep(true, { headline: 'x' }), undefined)
})

const now = new Date('2026-06-01')
const PLANS: [string, Parameters<typeof entitlement>[1], boolean][] = [
  ['free', { plan: 'free', trial_ends_at: null }, false],
  ['free in its trial', { plan: 'free', trial_ends_at: new Date('2026-06-02') }, true],
  ['free after its trial', { plan: 'free', trial_ends_at: new Date('2026-05-31') }, false],
  ['pro', { plan: 'pro', trial_ends_at: null }, true],
  ['enterprise', { plan: 'enterprise', trial_ends_at: null }, true],
]
for (const [name, customer, allowed] of PLANS)
  test(`a customer on ${name} may ${allowed ? '' : 'not '}publish`, () => {
    const verdict = entitlement('publish_trust_page', customer, now)
    assert.equal(verdict.allowed, allowed)
    if (!allowed) assert.match(verdict.reason ?? '', /Team plan/)
  })
