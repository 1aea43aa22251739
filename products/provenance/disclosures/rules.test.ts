import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATUSES } from '@veritrace/contract/provenance/disclosures'
import { allowedFrom, hasOtherEyes, hasWords, stepOf, stepProblems, TRANSITIONS, wordsOf, writersOf } from './rules.ts'

const WAY = [
  'draft → in_review: member submit',
  'in_review → approved: reviewer approve',
  'in_review → draft: reviewer request_changes',
  'approved → published: admin publish',
  'published → withdrawn: admin withdraw',
  'published → superseded: null supersede',
]
test('the table holds the way to the public and no other', () => {
  const rows = STATUSES.flatMap((from) =>
    Object.entries(TRANSITIONS[from]).map(([to, { least, action }]) => `${from} → ${to}: ${least} ${action}`),
  )
  assert.deepEqual(rows, WAY)
})

test('superseding follows from publishing and is nobody’s to ask for', () => {
  assert.equal(stepOf('published', 'superseded'), undefined)
  assert.deepEqual(allowedFrom('published'), ['withdrawn'])
})

test('what has ended goes nowhere', () => {
  assert.deepEqual([allowedFrom('superseded'), allowedFrom('withdrawn')], [[], []])
})

test('who wrote or edited it has written it', () => {
  assert.deepEqual(writersOf({ author_id: 'usr_1', editor_ids: ['usr_2'] }), ['usr_1', 'usr_2'])
})

test('others are asked where there are some who have not written it', () => {
  const writers = ['usr_1', 'usr_2']
  assert.equal(hasOtherEyes([], writers), false)
  assert.equal(hasOtherEyes(['usr_1'], writers), false)
  assert.equal(hasOtherEyes(['usr_1', 'usr_2'], writers), false, 'both have had their eyes on it')
  assert.equal(hasOtherEyes(['usr_1', 'usr_3'], writers), true)
})

const PROBLEMS: [string, Parameters<typeof stepProblems>, string[]][] = [
  ['submitting words', ['submit', 'words', undefined], []],
  ['submitting nothing', ['submit', ' \n', undefined], ['body']],
  ['approving without a note', ['approve', 'words', undefined], []],
  ['approving with a note', ['approve', 'words', 'Good.'], []],
  ['sending back with a note', ['request_changes', 'words', 'Say more.'], []],
  ['sending back without a note', ['request_changes', 'words', undefined], ['review_note']],
  ['a note on publishing', ['publish', 'words', 'Good.'], ['review_note']],
  ['a note without a step', [undefined, 'words', 'Good.'], ['review_note']],
]
for (const [what, given, paths] of PROBLEMS)
  test(`${what} has ${paths.length === 0 ? 'no problem' : `a problem with ${paths}`}`, () => {
    assert.deepEqual(
      stepProblems(...given).map((problem) => problem.path),
      paths,
    )
  })

test('a step and its note are not words', () => {
  assert.equal(hasWords({ status: 'draft', review_note: 'Say more.' }), false)
  assert.deepEqual(wordsOf({ status: 'in_review', title: 'New' }), { title: 'New' })
})
