// Two versions of a page as text: which changes are reported, and with which severity.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractHtml } from '../extract/testing.ts'
import { isSameName, mayBeTheSame, plainName } from '../vendors/derive/names.ts'
import { compare } from './compare.ts'
import { newContradictions } from './contradictions.ts'
import { digestOf, draftsOf } from './draft.ts'
import { matchClaims } from './match-claims.ts'
import { doubtOf } from './plausible.ts'
import { listPage } from './testing.ts'

const draftsIn = (html: string, kind: string) =>
  draftsOf(extractHtml(html.startsWith('<') ? html : `<p>${html}</p>`, kind))
const changesIn = (before: string, after: string, { kind = 'security', elsewhere = '' } = {}): string[] =>
  compare({
    before: draftsIn(before, kind),
    after: draftsIn(after, kind),
    elsewhere: elsewhere ? draftsIn(elsewhere, kind) : [],
  }).map(({ event_type, severity }) => `${event_type} ${severity}`)

const HELD = 'Acme is SOC 2 Type 2 certified.'
const CASES: [name: string, before: string, after: string, expected: string[], kind?: string][] = [
  ['a new certificate', 'We care.', HELD, ['certification.added minor']],
  ['a removed certificate', HELD, 'We care.', ['certification.removed major']],
  ['an expired certificate', HELD, 'Our SOC 2 Type 2 certification has expired.', ['certification.expired major']],
  ['an audit that was passed', 'We are working towards SOC 2 Type 2.', HELD, ['certification.status_changed minor']],
  [
    'a held certificate that is now in progress',
    HELD,
    'We are working towards SOC 2 Type 2.',
    ['certification.status_changed major'],
  ],
  ['type 1 that became type 2', 'Acme is SOC 2 Type 1 certified.', HELD, ['certification.status_changed minor']],
  ['a rewording', HELD, 'Acme is proudly SOC 2 Type 2 certified.', ['claim.changed minor']],
  ['a different format', HELD, '<ul><li><b>Acme</b>  is SOC 2 Type 2 certified.</li></ul>', []],
  ['compliance with a law', 'We care.', 'Acme complies with the GDPR.', ['claim.added minor']],
  ['a bare mention', 'We care.', 'What is ISO 27001? It is a standard.', []],
  ['denied encryption', 'Data is encrypted at rest.', 'Data is not encrypted at rest.', ['claim.changed major']],
  [
    'a longer breach notice period',
    'Acme notifies Customer of a breach within 24 hours.',
    'Acme notifies Customer of a breach within 72 hours.',
    ['policy.clause_changed major'],
    'dpa',
  ],
  [
    'a shorter subprocessor notice period',
    'We give 30 days prior notice of a new sub-processor.',
    'We give 14 days prior notice of a new sub-processor.',
    ['policy.clause_changed minor'],
    'dpa',
  ],
  [
    'breach notice that is no longer mentioned',
    'Acme notifies Customer of a breach within 24 hours.',
    'We care.',
    ['claim.removed major'],
    'dpa',
  ],
  [
    'a new data location',
    'All customer data is stored in Germany.',
    'All customer data is stored in Singapore.',
    ['policy.clause_changed major'],
  ],
  [
    'a new effective date',
    '<p>Effective date: 1 May 2026</p>',
    '<p>Effective date: 1 June 2026</p>',
    ['policy.effective_date_changed minor'],
    'dpa',
  ],
  ['a new update date', '<p>Last updated: 1 May 2026</p>', '<p>Last updated: 1 June 2026</p>', [], 'dpa'],
  [
    'an incident',
    '<p>All systems operational</p>',
    '<p>Partial outage</p>',
    ['status.incident_started minor'],
    'status',
  ],
  [
    'the end of an incident',
    '<p>Partial outage</p>',
    '<p>All systems operational</p>',
    ['status.incident_resolved info'],
    'status',
  ],
]
for (const [name, before, after, expected, kind] of CASES)
  test(`${name} is reported as ${expected.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(changesIn(before, after, { ...(kind && { kind }) }), expected))

const ROW = ['Cumulo', 'Hosting', 'Germany'] as const
const LISTS: [name: string, before: string, after: string, expected: string[]][] = [
  ['a new company', listPage([ROW]), listPage([ROW, ['Brief', 'E-mail', 'Ireland']]), ['subprocessor.added major']],
  [
    'a company that left',
    listPage([ROW, ['Brief', 'E-mail', 'Ireland']]),
    listPage([ROW]),
    ['subprocessor.removed minor'],
  ],
  [
    'a new location',
    listPage([ROW]),
    listPage([['Cumulo', 'Hosting', 'United States']]),
    ['subprocessor.changed major'],
  ],
  [
    'the same location in other words',
    listPage([['Cumulo', 'Hosting', 'USA']]),
    listPage([['Cumulo', 'Hosting', 'United States of America']]),
    [],
  ],
  [
    'a new purpose',
    listPage([ROW]),
    listPage([['Cumulo', 'Hosting and backups', 'Germany']]),
    ['subprocessor.changed minor'],
  ],
  ['a new legal form', listPage([ROW]), listPage([['CUMULO, Inc.', 'Hosting', 'Germany']]), []],
  [
    'a company under another name',
    listPage([['Brief', 'E-mail', 'Ireland']]),
    listPage([['Post (Brief)', 'E-mail', 'Ireland']]),
    ['subprocessor.changed minor'],
  ],
  ['a new order', listPage([ROW, ['Brief', 'E-mail', 'Ireland']]), listPage([['Brief', 'E-mail', 'Ireland'], ROW]), []],
  [
    'a table that became a list',
    listPage([ROW]),
    '<title>Subprocessors</title><h1>Subprocessors</h1><p>These companies process data for us:</p><ul><li>Cumulo - Hosting (Germany)</li></ul>',
    [],
  ],
]
for (const [name, before, after, expected] of LISTS)
  test(`on a list, ${name} is reported as ${expected.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(changesIn(before, after, { kind: 'subprocessors' }), expected))

test('a statement that another page of the vendor repeats is neither added nor removed', () => {
  assert.deepEqual(changesIn('We care.', HELD, { elsewhere: HELD }), [])
  assert.deepEqual(changesIn(HELD, 'We care.', { elsewhere: HELD }), [])
  const both = listPage([ROW, ['Brief', 'E-mail', 'Ireland']])
  assert.deepEqual(changesIn(both, listPage([ROW]), { kind: 'subprocessors', elsewhere: both }), [])
})

test('a new contradiction is reported once', () => {
  const elsewhere = draftsIn('We are working towards SOC 2 Type 2.', 'trust_center').map((draft) => ({
    ...draft,
    source_id: 'src_other',
    snapshot_id: 'snp_other',
    url: 'https://acme.test/trust',
  }))
  const held = draftsIn(HELD, 'security')
  const [found, ...more] = newContradictions('src_here', { before: [], after: held, elsewhere })
  assert.deepEqual([found!.here.state, found!.there.state, more.length], ['affirmed', 'in_progress', 0])
  assert.deepEqual(newContradictions('src_here', { before: held, after: held, elsewhere }), [])
})

test('company names match regardless of form, but not by a part of the name', () => {
  assert.equal(plainName('Ácme Data, Inc.'), plainName('ACME DATA'))
  assert.equal(plainName('Acme B.V.'), 'acme')
  assert.ok(isSameName('Post (Brief)', 'Brief, Inc. (Post)'))
  assert.ok(mayBeTheSame('Brief', 'Post (Brief)') && mayBeTheSame('Cumulo', 'Cumulo Cognitive Services'))
  assert.ok(!mayBeTheSame('Cumulo', 'Cumulonimbus') && !mayBeTheSame('Red Box', 'Blue Box'))
})

test('the same claims give the same keys and the same digest, regardless of their position', () => {
  const one = draftsIn(`${HELD} Data is encrypted at rest.`, 'security')
  const other = draftsIn(`<h1>Security</h1><p>Hello.</p><p>${HELD}</p><p>Data is encrypted at rest.</p>`, 'security')
  assert.deepEqual(one.map(({ claim_key }) => claim_key).toSorted(), other.map(({ claim_key }) => claim_key).toSorted())
  assert.equal(digestOf(one), digestOf(other))
  assert.notEqual(digestOf(one), digestOf(draftsIn(HELD, 'security')))
  assert.equal(new Set(one.map(({ claim_key }) => claim_key)).size, one.length)
  assert.deepEqual(matchClaims([], one).added, one)
})

test('a page of a very different size, or without most of its claims, is doubted; a status page is not', () => {
  const changes = compare({ before: draftsIn(HELD, 'security'), after: [], elsewhere: [] })
  const doubt = (fields: Partial<Parameters<typeof doubtOf>[0]>) =>
    doubtOf({ kind: 'security', chars: 1000, before: [900, 1000, 1100], claims: 10, changes, ...fields })
  assert.deepEqual([doubt({}), doubt({ chars: 300 }), doubt({ chars: 3000 })], ['', '', ''])
  assert.deepEqual([doubt({ chars: 299 }), doubt({ chars: 3001 })], ['size', 'size'])
  assert.deepEqual([doubt({ chars: 1, changes: [] }), doubt({ chars: 1, kind: 'status' })], ['', ''])
  assert.equal(doubt({ claims: 3, changes: [...changes, ...changes] }), 'mass_removal')
  assert.equal(doubt({ claims: 4, changes: [...changes, ...changes] }), '')
  assert.equal(doubt({ claims: 1 }), '')
})
