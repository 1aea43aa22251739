import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RUN_STEPS, type RunInputs } from '@veritrace/contract/casework/runs'
import { causesOf, changeStep, diffRuns, isComplete, resetSteps, stepsFor } from './rules.ts'

const INPUTS: RunInputs = {
  pack: { id: 'plain', version: '1.0.0', digest: 'sha256:0' },
  ruleset: 'r1',
  target: { profile_id: 'plain:1', label: 'Plain', policy: { acceptable: ['A'] } },
  catalog_entries: [{ list: 'plain', entry_id: 'ent_1', content_hash: 'sha256:1' }],
  evidence: ['evi_1'],
  estate_revision: 1,
  decisions_revision: '1 0',
  scope_digest: 's1',
  digest: 'd1',
}

test('a run includes all steps up to the last requested one', () => {
  assert.deepEqual(
    stepsFor(['rate', 'match'])
      .map(({ state }) => state)
      .filter((state) => state === 'waiting').length,
    6,
  )
  assert.ok(stepsFor().every(({ state }) => state === 'waiting'))
  let steps = stepsFor()
  for (const id of RUN_STEPS) steps = changeStep(steps, id, { state: 'done', stats: { n: 1 } })
  assert.equal(isComplete(steps), true)
  assert.equal(isComplete(stepsFor(['rate'])), false)
  assert.deepEqual(
    resetSteps(changeStep(stepsFor(['match']), 'collect', { state: 'done', stats: { n: 1 } })),
    stepsFor(['match']),
  )
})

test('two runs differ in new, fixed and changed objects', () => {
  const scale = ['A', 'B', 'C']
  const before = {
    id: 'run_1',
    inputs: INPUTS,
    rated: {
      scale,
      objects: [
        ['P:1', 2, 0],
        ['P:2', 1, 1],
        ['P:3', 2, 0],
      ] as const,
    },
  }
  const after = {
    id: 'run_2',
    inputs: INPUTS,
    rated: {
      scale,
      objects: [
        ['P:1', 0, 1],
        ['P:2', 1, 1],
        ['P:4', 2, 0],
      ] as const,
    },
  }
  assert.deepEqual(diffRuns(before, after), {
    previous_run_id: 'run_1',
    distribution_delta: { C: -1, A: 1 },
    ...{ new: 1, fixed: 1, changed: 1 },
    causes: [],
  })
})

test('the causes of a difference are the inputs that changed', () => {
  const other = (change: Partial<RunInputs>) => causesOf(INPUTS, { ...INPUTS, ...change })
  assert.deepEqual(other({}), [])
  assert.deepEqual(other({ catalog_entries: [] }), ['catalog'])
  assert.deepEqual(other({ estate_revision: 2 }), ['evidence'])
  assert.deepEqual(other({ ruleset: 'r2', decisions_revision: '2 0' }), ['ruleset', 'decisions'])
  assert.deepEqual(other({ target: { ...INPUTS.target, profile_id: 'plain:2' }, scope_digest: 's2' }), [
    'target',
    'scope',
  ])
})

test('codes named like properties of every JavaScript object are counted correctly', () => {
  const rated = (code: string) => ({ scale: [code], objects: [['PROG:ZA', 0, 1]] as [string, number, 0 | 1][] })
  const ended = (id: string, code: string) => ({ id, inputs: INPUTS, rated: rated(code) })
  assert.deepEqual(Object.entries(diffRuns(ended('a', 'constructor'), ended('b', '__proto__')).distribution_delta), [
    ['constructor', -1],
    ['__proto__', 1],
  ])
})
