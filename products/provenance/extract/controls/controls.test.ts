import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractClaims } from '../extract.ts'
import { readMarkup } from '../read/read.ts'
import { acme, extractHtml } from '../testing.ts'
import type { Claim } from '../types.ts'

/** Matches by category, or by predicate if a category has several questions. */
const isAbout = (claim: Claim, name: string): boolean => claim.category === name || claim.predicate === name

function valuesOf(text: string, category: string, kind = 'security'): string[] {
  const html = text.startsWith('<') ? text : `<p>${text}</p>`
  return extractHtml(html, kind)
    .claims.filter((claim) => isAbout(claim, category) && claim.relation !== 'background')
    .map(({ value, relation }) => (relation === 'mentions' ? `${value}?` : value))
}

const CASES: [category: string, expected: string[], text: string][] = [
  [
    'objection_days',
    ['10'],
    'We inform customers 30 days before a new subprocessor starts; the customer may object within 10 days.',
  ],
  [
    'subprocessor_notice_days',
    ['30'],
    'We inform customers 30 days before a new subprocessor starts; the customer may object within 10 days.',
  ],
  ['breach_notice_hours', ['72'], 'We notify the controller of personal data breaches within 72 hours.'],
  ['data_residency', ['Sweden'], 'Vaults are stored in Sweden.'],
  ['encryption_at_rest', ['yes'], 'Customer data is encrypted at rest with AES-256.'],
  ['encryption_at_rest', ['yes'], 'All data at rest is protected by AES-256 encryption.'],
  ['encryption_at_rest', ['no'], 'Data is not encrypted at rest.'],
  ['encryption_at_rest', ['partial?'], 'Files are encrypted at rest. Databases are not encrypted at rest.'],
  ['encryption_at_rest', ['optional?'], 'Encryption at rest can be enabled by administrators.'],
  ['encryption_at_rest', [], 'Employee laptops use disk encryption.'],
  ['encryption_at_rest', [], 'You must encrypt your data at rest.'],
  ['encryption_in_transit', ['yes'], 'All traffic is served over HTTPS.'],
  ['encryption_in_transit', ['yes'], 'Data in transit is encrypted with TLS 1.2 or higher.'],
  ['encryption_in_transit', [], 'Upload your TLS certificate in the settings.'],
  ['penetration_test', ['yes'], 'We engage an independent firm to perform annual penetration tests.'],
  ['penetration_test', ['yes'], 'Third-party penetration testing is conducted yearly.'],
  ['penetration_test', [], 'Customers may perform penetration tests with prior approval.'],
  ['penetration_test', [], 'Our model is red-teamed before release.'],
  ['vulnerability_disclosure', ['bug_bounty'], 'We run a bug bounty program on a public platform.'],
  [
    'vulnerability_disclosure',
    ['vdp'],
    'Our responsible disclosure policy explains how to report issues. We do not pay bounties.',
  ],
  ['vulnerability_disclosure', ['contact_only'], 'Please report security issues to security@acme.example.'],
  ['vulnerability_disclosure', [], 'We scan for vulnerabilities every night.'],
  ['data_residency', ['Germany'], 'All customer data is stored in Germany.'],
  ['data_residency', ['United States', 'EU'], 'Choose between US and EU regions.'],
  ['data_residency', ['Australia?'], 'We plan to launch an Australia region next year.'],
  ['data_residency', [], 'Our offices are located in France.'],
  ['data_residency', [], 'Personal data may be transferred to the United States.'],
  ['ai_training', ['no'], 'We do not use your data to train AI models.'],
  ['ai_training', ['no'], 'Customer data is never used to train machine learning models.'],
  ['ai_training', ['opt_out'], 'We may use customer content to train our AI models; you can opt out at any time.'],
  ['ai_training', ['opt_in'], 'Your prompts are not used to train models unless you opt in.'],
  ['ai_training', [], 'Our staff receives security training on customer data.'],
  ['dpa', ['30'], 'We will give thirty (30) days prior notice of any new sub-processor.'],
  ['dpa', ['14'], 'Customer may object to a new subprocessor within 14 days.'],
  ['dpa', ['72'], 'Acme will notify Customer of a personal data breach within 72 hours.'],
  ['dpa', ['2,3'], 'Module Two and Module Three of the standard contractual clauses apply.'],
  ['ai_output_marking', ['stated'], 'Generated images carry C2PA content credentials.'],
  ['ai_output_marking', ['no'], 'We do not add watermarks to generated images.'],
  ['ai_interaction_disclosure', ['stated'], 'The widget says that you are chatting with an AI, not with a person.'],
  ['ai_interacts_with_people', ['stated'], 'Our AI assistant answers questions of your customers.'],
  ['ai_interacts_with_people', [], 'Tickets are answered by people.'],
  ['ai_generates_content', ['stated'], 'The assistant uses AI to generate images and summaries.'],
  ['ai_emotion_notice', ['stated'], 'We do not use emotion recognition.'],
  ['ai_emotion_or_biometric', [], 'We do not use emotion recognition.'],
  ['ai_deep_fake_or_public_text', [], 'You may not create deepfakes with our AI.'],
  [
    'ai_disclosure_accessible',
    ['stated'],
    'The AI label is shown at the start of each chat and is read by screen readers.',
  ],
  ['ai_act_intent', ['stated?'], 'We are preparing for Article 50 of the EU AI Act.'],
  ['no_ai', ['no'], 'Acme does not use any AI in the product.'],
  ['no_ai', [], 'We do not use AI to make decisions about people.'],
  ['no_ai', [], 'We do not use your data to train AI.'],
]

for (const [category, expected, text] of CASES) {
  test(`${category} of "${text}" is ${expected.join(', ') || 'not stated'}`, () => {
    const values = valuesOf(text, category).map((value) => value)
    const found = extractHtml(`<p>${text}</p>`).claims.filter(
      (claim) => isAbout(claim, category) && claim.state === 'negated',
    )
    assert.deepEqual(values.length > 0 ? values : found.map(({ value }) => value), expected)
  })
}

test('rules for customers who want to run tests are distinguished from tests of the vendor', () => {
  const html =
    '<h1>Penetration testing policy</h1><p>You may conduct penetration tests of your application with prior approval.</p>'
  const claim = extractHtml(html).claims.find(({ category }) => category === 'penetration_test')
  assert.equal(claim?.value, 'customer_testing_only')
})

test('an open incident is a signal, planned maintenance is not', () => {
  const signal = (body: object): unknown =>
    extractClaims(readMarkup(JSON.stringify(body), 'application/json'), acme('status')).claims[0]?.details
      .incident_signal
  assert.equal(signal({ status: { indicator: 'none' }, incidents: [] }), false)
  assert.equal(signal({ status: { indicator: 'major' }, incidents: [] }), true)
  assert.equal(
    signal({ status: { indicator: 'none' }, incidents: [{ name: 'x', impact: 'minor', status: 'investigating' }] }),
    true,
  )
  assert.equal(
    signal({ status: { indicator: 'none' }, scheduled_maintenances: [{ impact: 'maintenance', status: 'scheduled' }] }),
    false,
  )
})

test('a security.txt without Expires gives a contact with an error', () => {
  const context = acme('security_txt', 'https://acme.example/.well-known/security.txt')
  const { claims, text } = extractClaims(
    readMarkup('Contact: mailto:security@acme.example\nPreferred-Languages: en\n', 'text/plain'),
    context,
  )
  assert.deepEqual([claims[0]?.value, claims[0]?.details.errors], ['contact_only', ['no_expire']])
  assert.equal(text.slice(claims[0]?.start, claims[0]?.end), claims[0]?.snippet)
})
