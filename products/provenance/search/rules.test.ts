// Matching and ranking, without a database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitOf, ranked, slips } from './rules.ts'

const NAMES = ['Slack', 'Slackline Labs', 'Black Slate', 'GitHub', 'GitLab', 'Société Générale', 'Amazon Web Services']
const found = (query: string) =>
  ranked(
    query,
    NAMES.map((title) => ({ title, words: '' })),
    10,
  ).map(({ title }) => title)

const CASES: [string, string[]][] = [
  ['slack', ['Slack', 'Slackline Labs', 'Black Slate']],
  ['slcak', ['Slack', 'Slackline Labs']],
  ['gihtub', ['GitHub']],
  ['gitlba', ['GitLab']],
  ['societe generale', ['Société Générale']],
  ['amazon servces', ['Amazon Web Services']],
  ['amazon bank', []],
  ['zzz', []],
  ['...', []],
]
for (const [query, expected] of CASES)
  test(`“${query}” finds ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(found(query), expected))

test('a match of the name ranks above a match of the domain', () => {
  const byName = fitOf('acme', { title: 'Acme', words: '' })
  const byDomain = fitOf('acme', { title: 'Rocket', words: 'acme.test' })
  assert.ok(byName > byDomain && byDomain > 0)
})

test('typos are wrong, missing, extra and swapped characters', () => {
  const cases: [string, string, number][] = [
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'abcd', 1],
    ['abc', 'axc', 1],
    ['', 'abc', 3],
  ]
  for (const [one, other, count] of cases) assert.equal(slips(one, other), count, `${one} ${other}`)
})

test('very long words are matched quickly', () => {
  const started = performance.now()
  fitOf('a'.repeat(200), { title: 'b'.repeat(100_000), words: '' })
  assert.ok(performance.now() - started < 200)
})
