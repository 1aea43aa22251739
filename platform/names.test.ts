import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownValue, sumByName } from './names.ts'

const ODD = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']

test('a table has what was written into it, whatever else an object has', () => {
  for (const name of ODD) {
    assert.equal(ownValue({ other: 1 }, name), undefined, name)
    assert.equal(ownValue(Object.fromEntries([[name, 1]]), name), 1, name)
  }
})

test('every name has its sum, also one that an object has already', () => {
  const sums = sumByName([...ODD, ...ODD, 'other'].map((name) => [name, 1]))
  assert.deepEqual(Object.entries(sums), [...ODD.map((name) => [name, 2]), ['other', 1]])
  assert.equal(JSON.parse(JSON.stringify(sums)).other, 1)
})
