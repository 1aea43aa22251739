import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTable, type DecisionTable, decide, type Row } from './rules.ts'

const row = (id: string, when: Row['when'], then: Row['then']): Row => ({ id, when, then })

const table: DecisionTable = {
  id: 'test/level',
  version: '1',
  inputs: ['list.state', 'list.labels', 'options.old'],
  rows: [
    row('R1', { 'list.state': 'old' }, { code: '=options.old', flag: 'old' }),
    row('R2', { 'list.state': 'exists', 'list.labels': 'stable' }, { code: 'B' }),
    row('R3', { 'list.state': 'exists' }, { code: 'C' }),
    row('R9', {}, { code: 'unknown' }),
  ],
}

test('the first row whose conditions all match decides', () => {
  const decided = decide(table, { 'list.state': 'x', 'list.labels': ['stable'] })
  assert.deepEqual([decided.row, decided.then], ['R2', { code: 'B' }])
  assert.equal(decide(table, { 'list.state': 'x', 'list.labels': [] }).row, 'R3')
  assert.equal(decide(table, {}).row, 'R9')
})

test('an outcome can copy the value of an input, or null if it is missing', () => {
  const { then } = decide(table, { 'list.state': 'old', 'options.old': 'A' })
  assert.deepEqual(then, { code: 'A', flag: 'old' })
  assert.equal(decide(table, { 'list.state': 'old' }).then.code, null)
})

test('the check of a table reports every fault with its place', () => {
  assert.deepEqual(checkTable(table), [])
  const faults = checkTable({
    ...table,
    rows: [row('R1', { 'list.stat': 'x' }, { code: '=nothing' }), row('R1', { 'list.state': 'in a' }, {})],
  })
  assert.deepEqual(
    faults.map(({ path, message }) => `${path}: ${message}`),
    [
      'rows.0.when.list.stat: list.stat is not among the inputs',
      'rows.0.then.code: nothing is not among the inputs',
      'rows.1.id: R1 is used twice',
      'rows.1.when.list.state: a list begins with [',
      'rows.1.when: the last row must have no conditions: {}',
    ],
  )
})
