// How the wording of a sentence affects the confidence of its claim.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from './testing.ts'

const confidenceOf = (html: string, about = 'certification'): number =>
  extractHtml(html).claims.find(({ category }) => category === about)?.confidence ?? 0

test('a plain sentence gets more confidence than a hedged one', () => {
  const plain = confidenceOf('<p>Acme is ISO 27001 certified.</p>')
  assert.ok(plain >= 0.9, String(plain))
  assert.ok(
    confidenceOf('<p>Acme is ISO 27001 certified, where this is possible for the plan in question.</p>') < plain,
  )
})

test('two different periods for the same thing lower the confidence of both', () => {
  const notice = (days: number): string => `<p>We will notify you of new subprocessors ${days} days in advance.</p>`
  const one = confidenceOf(notice(30), 'dpa')
  assert.ok(one > 0.8, String(one))
  assert.ok(confidenceOf(notice(30) + notice(10), 'dpa') < one)
})

test('a mere mention gets low confidence, however plain the sentence is', () => {
  const [claim] = extractHtml('<h2>Related guides</h2><p>SOC 2 Type II</p>').claims
  assert.deepEqual([claim?.relation, claim?.confidence], ['background', 0.3])
})

test('each claim lists the factors of its confidence', () => {
  for (const { confidence, factors } of extractHtml('<p>Acme is ISO 27001 certified and encrypts data at rest.</p>')
    .claims) {
    assert.ok(confidence > 0 && confidence <= 0.98)
    assert.ok(Object.keys(factors).length > 0)
  }
})
