// Every pattern has a description that a person can read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOf } from './formed.ts'
import { contract, operationsOf } from './index.ts'

test('every pattern in a query or body has a readable description', () => {
  const patterns = new Set<string>()
  for (const product of Object.values(contract))
    for (const { endpoint } of operationsOf(product))
      for (const sent of [endpoint.spec.query, endpoint.spec.body]) collect(sent, patterns)
  assert.ok(patterns.size > 25)
  assert.deepEqual(
    [...patterns].filter((pattern) => !formOf(pattern)),
    [],
  )
})

function collect(schema: unknown, patterns: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [name, value] of Object.entries(schema))
    if (name === 'pattern' && typeof value === 'string') patterns.add(value)
    else collect(value, patterns)
}
