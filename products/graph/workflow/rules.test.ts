import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ARTIFACT_ACTIONS, ARTIFACT_STATUSES } from '@veritrace/contract/graph/workflow'
import { allowedFrom, canonicalJson, isAlone, nextStatus, refusal } from './rules.ts'

test('the state table has exactly the specified transitions', () => {
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

test('a rejected transition lists the allowed ones', () => {
  assert.equal(
    refusal('published', 'archive'),
    'An artifact that is published cannot be archived. It can be deprecated.',
  )
  assert.match(refusal('archived', 'submit'), /No further action is possible\.$/)
})

test('a submitter is alone as the only member, or without members if no one else has taken a step', () => {
  assert.deepEqual(
    [
      isAlone({ members: 2, hasOthers: false }),
      isAlone({ members: 1, hasOthers: true }),
      isAlone({ members: 0, hasOthers: true }),
      isAlone({ members: 0, hasOthers: false }),
    ],
    [false, true, false, true],
  )
})

test('canonical JSON is unique', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: 'é"\n' }], a: undefined, A: true }),
    '{"A":true,"b":[1,{"c":"é\\"\\n","d":null}]}',
  )
})
