import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTerms, stem, termsOf } from '../terms/rules.ts'
import { highlightsOf, rankTexts, snippetOf } from './rules.ts'

test('words with the same stem are one term', () => {
  const families = [
    ['release', 'releases', 'released', 'releasing'],
    ['query', 'queries'],
    ['wrap', 'wraps', 'wrapped', 'wrapping'],
    ['call', 'calls', 'called', 'calling'],
    ['class', 'classes'],
    ['replace', 'replaced', 'replaces'],
  ]
  for (const family of families) assert.equal(new Set(family.map(stem)).size, 1, family.join(' '))
  assert.notEqual(stem('news'), stem('newt'))
  assert.equal(stem('basis'), 'basis')
  assert.equal(stem('status'), 'status')
})

test('a name is a term as a whole and by its parts, but counts as one word', () => {
  assert.deepEqual(termsOf('Use CL_BCS_MAIL now'), ['use', 'cl_bcs_mail', 'cl', 'bcs', 'mail'])
  assert.equal(countTerms('CL_BCS_MAIL').words, 1)
  assert.deepEqual(termsOf('Über die GRÖSSE'), termsOf('grosse'))
})

test('a rare word ranks above a common one, and a short text above a long one', () => {
  const texts = [
    'red boat',
    'red car',
    'red boat with a very long list of other things that nobody asked about',
    'red sky',
  ]
  const order = (q: string) => rankTexts(texts, (text) => text, q).map(({ item }) => texts.indexOf(item))
  assert.deepEqual(order('red boats').slice(0, 2), [0, 2])
  assert.deepEqual(order('boat'), [0, 2])
  assert.deepEqual(order('submarine'), [])
  const [best] = rankTexts(texts, (text) => text, 'boat submarine')
  assert.ok(best!.coverage > 0 && best!.coverage < 0.5)
})

test('a snippet contains the matched words and is cut between words', () => {
  const text = `${'Nothing to see in this part of it. '.repeat(20)}Here the lantern burns and the lantern shines. ${'More of the same follows. '.repeat(20)}`
  const { text: shown, highlights } = snippetOf(text, highlightsOf(text, new Set(termsOf('lanterns shining'))))
  assert.ok(shown.length <= 300)
  assert.deepEqual(
    highlights.map(([start, end]) => shown.slice(start, end)),
    ['lantern', 'lantern', 'shines'],
  )
  assert.ok(text.includes(` ${shown}`) || text.startsWith(shown))
})
