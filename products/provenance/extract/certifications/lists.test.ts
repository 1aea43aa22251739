// Certificates named without a sentence around them, and what other parts of the page say about them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateOf } from '../testing.ts'

const CASES: [state: string, standard: string, html: string][] = [
  ['affirmed', 'soc2_type2', '<h2>Our certifications</h2><p>SOC 2 Type II</p><p>ISO 27001</p>'],
  ['affirmed', 'iso27001', '<ul><li>✅ SOC 2 Type II</li><li>✅ ISO 27001</li><li>⏳ HIPAA</li></ul>'],
  ['in_progress', 'hipaa', '<ul><li>✅ SOC 2 Type II</li><li>⏳ HIPAA</li></ul>'],
  ['affirmed', 'iso27001', '<h3>ISO 27001</h3><p>Our information security management system is certified.</p>'],
  ['expired', 'iso27001', '<p>Acme was certified ISO 27001 in 2019; the certificate has since lapsed.</p>'],
  ['affirmed', 'pci_dss', '<p>Acme is a PCI DSS Level 1 service provider.</p>'],
  ['third_party', 'pci_dss', '<p>Stripe, a PCI DSS Level 1 service provider, handles cards.</p>'],
  ['mention', 'soc2_type2', '<h2>Related guides</h2><p>SOC 2 Type II</p>'],
]
for (const [state, standard, html] of CASES)
  test(`${standard} is ${state} in ${html.replace(/<[^>]+>/g, ' ').trim()}`, () => {
    assert.equal(stateOf(html, standard), state)
  })
