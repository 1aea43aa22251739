import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownValue, sumByName } from './names.ts'

const ODD = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']

test('a table returns only its own entries, not inherited properties', () => {
  for (const name of ODD) {
    assert.equal(ownValue({ other: 1 }, name), undefined, name)
    assert.equal(ownValue(Object.fromEntries([[name, 1]]), name), 1, name)
  }
})

test('every name has its sum, even names of inherited properties', () => {
  const sums = sumByName([...ODD, ...ODD, 'other'].map((name) => [name, 1]))
  assert.deepEqual(Object.entries(sums), [...ODD.map((name) => [name, 2]), ['other', 1]])
  assert.equal(JSON.parse(JSON.stringify(sums)).other, 1)
})
