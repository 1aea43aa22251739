import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Run } from '@veritrace/contract/casework/runs'
import { runFigures, stepsBetween } from './run-history.ts'

const run = (id: string, distribution_delta?: Record<string, number>, isFinished = true) =>
  ({
    id,
    ...(isFinished && { outputs: {} }),
    ...(distribution_delta && { diff: { distribution_delta } }),
  }) as Run

const theCase = { rollup: { distribution: { A: 6, C: 4 } } } as unknown as Parameters<typeof runFigures>[0]

test('the figures of earlier runs are derived from the newest ones, without unfinished runs', () => {
  const runs = [run('r4', { A: 2, C: -2 }), run('r3', undefined, false), run('r2'), run('r1')]
  const all = runFigures(theCase, runs)
  assert.deepEqual(
    all.map(({ run: { id }, counts }) => [id, counts]),
    [
      ['r4', { A: 6, C: 4 }],
      ['r2', { A: 4, C: 6 }],
      ['r1', { A: 4, C: 6 }],
    ],
  )
  assert.deepEqual(
    stepsBetween(all, 'r1', 'r4').map(({ id }) => id),
    ['r2', 'r4'],
  )
})
