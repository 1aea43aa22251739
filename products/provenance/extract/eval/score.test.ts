// A page with labels in both formats, and the resulting figures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGold } from './gold.ts'
import { predict } from './predict.ts'
import { reportOf } from './report.ts'
import { score } from './score.ts'

const PAGE = `<p>Acme is SOC 2 Type II certified. Acme is not ISO 27001 certified.</p>
  <p>We will notify you of new subprocessors 30 days in advance.</p>`
const NOTHING = { value: 'not_stated' }
const SHARED = {
  ...{ vendor: 'Acme', kind: 'security', html: 'page.html', subprocessors: [], data_residency: [] },
  certifications_held: [{ id: 'SOC2_T2', certainty: 'high' }],
  certifications_not_held: [{ id: 'ISO27001', reason: 'explicit_denial' }],
  certifications_uncertain: [{ id: 'GDPR_DPA' }],
  ...{ encryption_at_rest: NOTHING, encryption_in_transit: NOTHING, pen_test: NOTHING },
  vulnerability_disclosure: NOTHING,
}
const meta = { relation_expected: { explicit_denial: ['refutes'] } }
const first = { ...SHARED, ai_transparency: { present: 'no', trains_on_customer_data: 'not_stated' } }
const second = {
  ...SHARED,
  ...{ lang: 'en', use: 'check', ai_transparency: { present: 'no' }, trains_on_customer_data: NOTHING },
  refutations_expected: [{ id: 'ISO27001' }],
  dpa_terms: { subprocessor_notice_days: { value: '30' }, objection_days: { value: '10' } },
}

const scored = (documents: Record<string, unknown>) => {
  const gold = readGold(JSON.stringify({ meta, documents }))
  return score(gold, predict(gold, () => PAGE).predictions, () => PAGE)
}
const figures = (documents: Record<string, unknown>, name: string): unknown => {
  const one = reportOf(scored(documents))[name]
  return one && (one.kind === 'rates' ? [one.tp, one.fp, one.fn] : [one.ok, one.of])
}

test('both label formats give the same figures for certificates and denials', () => {
  for (const document of [first, second]) {
    assert.deepEqual(figures({ one: document }, 'certifications'), [1, 0, 0])
    assert.deepEqual(figures({ one: document }, 'refutations'), [1, 0, 0])
    assert.deepEqual(figures({ one: document }, 'trap_rate'), [0, 1])
    assert.deepEqual(figures({ one: document }, 'snippet_verbatim'), [3, 3])
  }
})

test('terms are scored only if they are labeled', () => {
  assert.equal(figures({ one: first }, 'dpa_terms'), undefined)
  assert.deepEqual(figures({ one: second }, 'dpa_terms'), [1, 0, 1])
})

test('the interval of a share is deterministic and contains the share', () => {
  const documents = { a: second, b: second, c: { ...second, dpa_terms: { subprocessor_notice_days: { value: '31' } } } }
  const report = reportOf(scored(documents))
  assert.deepEqual(reportOf(scored(documents)), report)
  const { precision } = report.dpa_terms as Extract<typeof report.dpa_terms, { kind: 'rates' }>
  assert.ok(precision && precision.low < precision.value && precision.value < precision.high)
})
