// The text index alone: typo search compared with a plain edit distance, and many changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import { LABEL, SKOS } from '../testing.ts'
import { snippet } from './snippet.ts'
import { sortedWords } from './sorted-words.ts'
import { type TextIndex, type TextRow, textIndex } from './text-index.ts'
import { termsIn, wordsIn } from './tokenize.ts'

function randoms(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Optimal string alignment distance, straightforward implementation. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1)
    }
  return rows[a.length]![b.length]!
}

test('typo and prefix search return the same words as a plain comparison', () => {
  const random = randoms(42)
  const word = () => Array.from({ length: 1 + random(7) }, () => 'abcd'[random(4)]).join('')
  const all = [...new Set(Array.from({ length: 2_500 }, word))]
  const words = sortedWords()
  for (const one of all) words.add(one)
  for (let i = 0; i < 10; i++) {
    const wanted = word()
    for (const edits of [1, 2])
      assert.deepEqual(
        words.near(wanted, edits).toSorted(),
        all
          .map((one): [string, number] => [one, distance(wanted, one)])
          .filter(([, count]) => count <= edits)
          .toSorted(),
      )
    assert.deepEqual(words.beginningWith(wanted).toSorted(), all.filter((one) => one.startsWith(wanted)).toSorted())
  }
})

const row = (id: number, object: string, predicate = LABEL): TextRow => ({
  id: String(id),
  subject: `n${id}`,
  predicate,
  object,
  object_type: 'literal',
  datatype: null,
  language: null,
})

/** Treats each row as a separate change. */
function openIndex(): Omit<TextIndex, 'add' | 'remove'> & Record<'add' | 'remove', (row: TextRow) => void> {
  const index = textIndex()
  let seq = 0
  const changes = (how: 'add' | 'remove') => (row: TextRow) => {
    index[how](row, ++seq)
    index.reach(seq)
  }
  return { ...index, add: changes('add'), remove: changes('remove') }
}

test('after many changes the index returns the same results as a newly built one', async () => {
  const random = randoms(7)
  const vocabulary = Array.from({ length: 80 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`)
  const changing = openIndex()
  const now = new Map<number, TextRow>()
  for (let i = 0; i < 4_000; i++) {
    const id = random(300)
    const known = now.get(id)
    if (known) {
      changing.remove(known)
      now.delete(id)
    } else {
      const words = Array.from({ length: 1 + random(5) }, () => vocabulary[random(80)]).join(' ')
      now.set(id, row(i * 1_000 + id, words, random(2) ? LABEL : `${SKOS}note`))
      changing.add(now.get(id)!)
    }
  }
  const fresh = openIndex()
  for (const one of now.values()) fresh.add(one)
  const scores = async (index: typeof fresh, q: string) =>
    (await index.find({ q, limit: 1_000 })).hits.map(({ node, score }) => [node, Math.round(score * 1e6)])
  for (const q of [...vocabulary.map((one) => `${one} `), 'worda', 'wordb1 wordc2', 'wrodq42 '])
    assert.deepEqual(await scores(changing, q), await scores(fresh, q), q)
  assert.ok(changing.isWorn())
  assert.ok(!fresh.isWorn())
})

test('the corrections of a typo do not depend on the order in which texts were added', async () => {
  const rows = Array.from({ length: 90 }, (_, i) => row(i, `lighthouse${10 + i}`))
  const [forth, back] = [openIndex(), openIndex()]
  for (const one of rows) forth.add(one)
  for (const one of rows.toReversed()) back.add(one)
  const query = { q: 'lighthousexx ', limit: 100 }
  const found = (await forth.find(query)).hits.map(({ node }) => node)
  assert.equal(found.length, 50)
  assert.deepEqual(
    (await back.find(query)).hits.map(({ node }) => node),
    found,
  )
})

test('adding twice and removing unknown rows has no effect', async () => {
  const index = openIndex()
  index.remove(row(1, 'never'))
  index.add(row(1, 'once'))
  index.add(row(1, 'once'))
  assert.equal(index.size(), 1)
  assert.equal((await index.find({ q: 'once', limit: 10 })).hits.length, 1)
})

test('literals without words are not searched', async () => {
  const index = openIndex()
  index.add({ ...row(1, 'true'), datatype: 'http://www.w3.org/2001/XMLSchema#boolean' })
  index.add({ ...row(2, 'http://e.test/true'), object_type: 'iri' })
  index.add({ ...row(3, '1815-12-10'), datatype: 'http://www.w3.org/2001/XMLSchema#date' })
  assert.deepEqual((await index.find({ q: 'true', limit: 10 })).hits, [])
  assert.deepEqual((await index.find({ q: '1815', limit: 10 })).hits.length, 1)
})

test('word positions refer to the original text', () => {
  const text = 'Éa ǅ ﬁx 東京都 x́y'
  for (const { start, end } of wordsIn(text)) assert.ok(text.slice(start, end).length > 0)
  assert.deepEqual(termsIn(text), ['ea', 'dz', 'fix', '東京', '京都', 'xy'])
  assert.equal(
    snippet(text, new Set(['ea', 'fix', '東京', '京都'])),
    '<mark>Éa</mark> ǅ <mark>ﬁx</mark> <mark>東京都</mark> x́y',
  )
})

test('a long text costs no more than its indexed part', async () => {
  const index = openIndex()
  const cost = await cpuMs(() => {
    for (let i = 0; i < 20; i++) index.add(row(i, 'lorem ipsum dolor '.repeat(15_000)))
  })
  assert.ok(cost < 3_000, `${cost} ms`)
  assert.equal((await index.find({ q: 'ipsum', limit: 100 })).hits.length, 20)
})
