import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Candidate } from './candidates.ts'
import { acceptReplacement, repairCandidates } from './repair.ts'
import { shareOf, shinglesOf, similarity } from './shingles.ts'

const OLD = 'https://acme.example/old-dpa'
const found = (method: Candidate['method'], path: string, kind: Candidate['kind'] = 'dpa'): Candidate => ({
  url: `https://acme.example${path}`,
  kind,
  method,
  from: 'https://acme.example/',
  title: '',
  probe: method === 'known_path',
})

test('candidates come in order: redirect, canonical, links, common paths, manifest, operator', () => {
  const lost = {
    kind: 'dpa',
    url: OLD,
    redirect: { to: '/moved', seen: 2 },
    canonical: 'https://acme.example/canonical?utm_source=x',
    found: [
      found('manifest', '/told'),
      found('known_path', '/dpa'),
      found('footer_link', '/linked'),
      found('sitemap', '/old-dpa/'),
      found('footer_link', '/security', 'security'),
      found('sitemap', '/moved'),
    ],
    named: 'https://acme.example/named',
  }
  assert.deepEqual(
    repairCandidates(lost).map(({ url, method }) => [method, new URL(url).pathname]),
    [
      ['redirect', '/moved'],
      ['canonical', '/canonical'],
      ['link', '/linked'],
      ['known_path', '/dpa'],
      ['manifest', '/told'],
      ['operator', '/named'],
    ],
  )
  assert.ok(repairCandidates(lost).every(({ reason }) => reason !== ''))
})

test('a redirect that was seen once does not count, and the number of candidates is limited', () => {
  assert.deepEqual(repairCandidates({ kind: 'dpa', url: OLD, redirect: { to: '/moved', seen: 1 } }), [])
  const many = Array.from({ length: 50 }, (_, at) => found('footer_link', `/${at}`))
  assert.equal(repairCandidates({ kind: 'dpa', url: OLD, found: many }).length, 8)
})

const claim = (value: string) => ({ category: 'dpa', predicate: 'breach_notice', value })
const text = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `w${(from + at) * 13}`).join(' ')
const REPLACEMENTS: readonly [shows: string, kind: string, text: string, value: string, accept: boolean][] = [
  ['says the same', 'dpa', text(0, 200), '72h', true],
  ['has a third of the text', 'dpa', text(135, 400), 'other', true],
  ['has a tenth of the text and no claim', 'dpa', text(180, 400), 'other', false],
  ['has other words and the same claim', 'dpa', text(300, 400), '72h', true],
  ['has other words and other claims', 'dpa', text(300, 400), 'other', false],
  ['is of another kind, even with the same text', 'privacy', text(0, 200), '72h', false],
  ['has no recognized kind', '', text(0, 200), '72h', false],
  ['is empty', 'dpa', '', 'other', false],
]
for (const [shows, kind, body, value, accept] of REPLACEMENTS)
  test(`a page that ${shows} is ${accept ? 'accepted' : 'only proposed'} as a replacement`, () => {
    const old = { kind: 'dpa', text: text(0, 200), claims: [claim('72h')] }
    const answer = acceptReplacement(old, { kind, text: body, claims: body === '' ? [] : [claim(value)] })
    assert.deepEqual(
      [answer.accept, answer.reason !== '', answer.shared >= 0 && answer.shared <= 1],
      [accept, true, true],
    )
  })

test('shingles ignore markup, scripts and case', () => {
  const plain = shinglesOf('We encrypt data at rest. 1 < 2 & more')
  const marked = shinglesOf(
    '<P>we <b class="x">ENCRYPT</b> data<script>var x = "not <b>read</b>"</script> at<!-- no --> rest.</p><style>p{}</style> 1 < 2 & more',
  )
  assert.deepEqual([similarity(plain, marked), marked.words], [1, plain.words])
  assert.equal(similarity(plain, shinglesOf('Something else entirely is said here')), 0)
  assert.equal(similarity(shinglesOf(''), shinglesOf('')), 1)
  assert.equal(shareOf(shinglesOf(''), plain), 0)
})
