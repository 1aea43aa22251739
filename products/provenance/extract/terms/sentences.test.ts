// Our own sentences in eight languages, with all terms that a careful reader would take from them. Each line is
// "kind | heading | terms | sentence or markup"; "-" means that nothing is promised.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LANGUAGES } from '../cues/names.ts'
import { extractClaims } from '../extract.ts'
import { readMarkup } from '../read/read.ts'
import { acme, extractHtml } from '../testing.ts'
import type { Claim } from '../types.ts'

const SHORT: Readonly<Record<string, string>> = {
  subprocessor_notice_days: 'notice',
  objection_days: 'objection',
  breach_notice_hours: 'breach',
  deletion_days: 'deletion',
  audit_right: 'audit',
  scc_modules: 'modules',
  governing_law: 'law',
  retention_period: 'keep',
  uptime: 'uptime',
  service_credit: 'credit',
  response_time: 'response',
  maintenance_notice: 'maint',
  maintenance_limit: 'maintmax',
  claim_window: 'claim',
  backup_frequency: 'backup',
  trains_on_customer_data: 'train',
  ai_interaction_disclosure: 'tells',
  ai_output_marking: 'marks',
  ai_emotion_notice: 'emotion',
  ai_deep_fake_disclosure: 'fakes',
  ai_disclosure_accessible: 'clear',
  ai_act_intent: 'intent',
}

const shortOf = ({ predicate, value }: Claim): string | undefined => {
  const name = SHORT[predicate]
  return name && `${name}=${value === 'stated' ? 'yes' : value}`
}

function termsOf(language: string, kind: string, heading: string, text: string): string[] {
  const body = text.startsWith('<') ? text : `<p>${text}</p>`
  const page = readMarkup(`<html lang="${language}"><h2>${heading}</h2>${body}</html>`, 'text/html')
  const { claims } = extractClaims(page, acme(kind))
  return [...new Set(claims.map(shortOf).filter((term) => term !== undefined))].sort()
}

for (const language of LANGUAGES)
  test(`sentences in "${language}" give the expected terms and no more`, () => {
    const lines = readFileSync(new URL(`./sentences/${language}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
    const wrong = lines.flatMap((line) => {
      const [kind = '', heading = '', wanted = '', text = ''] = line.split(' | ')
      const terms = termsOf(language, kind, heading, text).join(' ') || '-'
      const expected = wanted.split(/ (?=[a-z]+=)/)
      return terms === expected.sort().join(' ') ? [] : [`${terms} instead of ${wanted}: ${text}`]
    })
    assert.deepEqual(wrong, [])
  })

test('a claim that no data trains a model supports, and refutes nothing', () => {
  const claim = extractHtml('<p>We do not use your data to train AI models.</p>', 'ai').claims.find(
    ({ category }) => category === 'ai_training',
  )
  assert.deepEqual([claim?.value, claim?.relation], ['no', 'supports'])
})

test('a blank invalidates its own sentence only', () => {
  const { claims, warnings } = extractHtml(
    '<h1>DPA</h1><p>This agreement is between Acme and [Customer name].</p><p>Acme notifies [Customer name] of a breach within 24 hours. Customer may object to a new subprocessor within 10 days.</p>',
    'dpa',
  )
  assert.deepEqual(
    claims.filter(({ category }) => category === 'dpa').map(({ predicate, value }) => [predicate, value]),
    [['objection_days', '10']],
  )
  assert.deepEqual(warnings, [])
})

test('three periods in one sentence are three terms', () => {
  const { claims } = extractHtml(
    '<p>We notify you of new subprocessors 30 days in advance, you may object within 15 days, and after the end of the contract we delete your data within 60 days.</p>',
    'dpa',
  )
  assert.deepEqual(
    claims.filter(({ category }) => category === 'dpa').map(({ predicate, value }) => [predicate, value]),
    [
      ['subprocessor_notice_days', '30'],
      ['objection_days', '15'],
      ['deletion_days', '60'],
    ],
  )
})

test('the definitions of an agreement are not read as denials', () => {
  const { claims } = extractHtml(
    '<h1>Data Processing Agreement</h1><p>Terms not otherwise defined in this DPA have the meaning given in the Agreement.</p><p>Acme shall notify Customer if it can no longer meet its obligations.</p>',
    'dpa',
  )
  assert.deepEqual(
    claims.filter(({ relation }) => relation === 'refutes').map(({ value }) => value),
    [],
  )
})
