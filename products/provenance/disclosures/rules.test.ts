import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STATUSES } from '@veritrace/contract/provenance/disclosures'
import {
  allowedFrom,
  contentOf,
  hasAnotherReviewer,
  hasContent,
  stepOf,
  stepProblems,
  TRANSITIONS,
  writersOf,
} from './rules.ts'

const WAY = [
  'draft → in_review: member submit',
  'in_review → approved: reviewer approve',
  'in_review → draft: reviewer request_changes',
  'approved → published: admin publish',
  'published → withdrawn: admin withdraw',
  'published → superseded: null supersede',
]
test('the table allows exactly the documented steps', () => {
  const rows = STATUSES.flatMap((from) =>
    Object.entries(TRANSITIONS[from]).map(([to, { least, action }]) => `${from} → ${to}: ${least} ${action}`),
  )
  assert.deepEqual(rows, WAY)
})

test('superseding follows from publishing, and no caller can request it', () => {
  assert.equal(stepOf('published', 'superseded'), undefined)
  assert.deepEqual(allowedFrom('published'), ['withdrawn'])
})

test('a final state allows no step', () => {
  assert.deepEqual([allowedFrom('superseded'), allowedFrom('withdrawn')], [[], []])
})

test('the author and all editors count as writers', () => {
  assert.deepEqual(writersOf({ author_id: 'usr_1', editor_ids: ['usr_2'] }), ['usr_1', 'usr_2'])
})

test('another reviewer is required if there is one who is not a writer', () => {
  const writers = ['usr_1', 'usr_2']
  assert.equal(hasAnotherReviewer([], writers), false)
  assert.equal(hasAnotherReviewer(['usr_1'], writers), false)
  assert.equal(hasAnotherReviewer(['usr_1', 'usr_2'], writers), false, 'both reviewers are writers')
  assert.equal(hasAnotherReviewer(['usr_1', 'usr_3'], writers), true)
})

const PROBLEMS: [string, Parameters<typeof stepProblems>, string[]][] = [
  ['submitting a body', ['submit', 'words', undefined], []],
  ['submitting an empty body', ['submit', ' \n', undefined], ['body']],
  ['approving without a note', ['approve', 'words', undefined], []],
  ['approving with a note', ['approve', 'words', 'Good.'], []],
  ['requesting changes with a note', ['request_changes', 'words', 'Say more.'], []],
  ['requesting changes without a note', ['request_changes', 'words', undefined], ['review_note']],
  ['publishing with a note', ['publish', 'words', 'Good.'], ['review_note']],
  ['a note without a step', [undefined, 'words', 'Good.'], ['review_note']],
]
for (const [what, given, paths] of PROBLEMS)
  test(`${what} has ${paths.length === 0 ? 'no problem' : `a problem with ${paths}`}`, () => {
    assert.deepEqual(
      stepProblems(...given).map((problem) => problem.path),
      paths,
    )
  })

test('status and review note are not content', () => {
  assert.equal(hasContent({ status: 'draft', review_note: 'Say more.' }), false)
  assert.deepEqual(contentOf({ status: 'in_review', title: 'New' }), { title: 'New' })
})
