import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARTIFACT_ACTIONS, ARTIFACT_STATUSES } from '@veritrace/contract/graph/workflow'
import { allowedFrom, canonicalJson, nextStatus, publishesOwn, refusal } from './rules.ts'

test('the state table is the one that was decided', () => {
  const pairs = ARTIFACT_STATUSES.flatMap((from) =>
    ARTIFACT_ACTIONS.flatMap((action) => {
      const to = nextStatus(from, action)
      return to ? [`${from} -${action}-> ${to}`] : []
    }),
  )
  assert.deepEqual(pairs, [
    'draft -submit-> submitted',
    'draft -archive-> archived',
    'submitted -publish-> published',
    'submitted -reject-> rejected',
    'published -deprecate-> deprecated',
    'rejected -submit-> submitted',
    'rejected -archive-> archived',
    'deprecated -archive-> archived',
  ])
  assert.deepEqual([allowedFrom('submitted'), allowedFrom('archived')], [['publish', 'reject'], []])
})

test('a refusal says what can be done instead', () => {
  assert.equal(
    refusal('published', 'archive'),
    'An artifact that is published cannot be archived; it can be deprecated.',
  )
  assert.match(refusal('archived', 'submit'), /nothing can be done with it any more\.$/)
})

test('who submitted publishes only where there is nobody else', () => {
  assert.deepEqual(
    [
      publishesOwn('a', 'a', { members: 2, hasOthers: false }),
      publishesOwn('a', 'a', { members: 1, hasOthers: true }),
      publishesOwn('a', 'a', { members: 0, hasOthers: true }),
      publishesOwn('a', 'a', { members: 0, hasOthers: false }),
      publishesOwn('a', 'b', { members: 2, hasOthers: true }),
    ],
    [true, false, true, false, false],
  )
})

test('canonical JSON has one spelling', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: 'é"\n' }], a: undefined, A: true }),
    '{"A":true,"b":[1,{"c":"é\\"\\n","d":null}]}',
  )
})
