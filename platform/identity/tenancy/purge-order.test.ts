import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeOrder } from './purge-order.ts'

test('a table precedes those it references, except itself, and cyclic tables come last', () => {
  const references = [
    { from: 'steps', to: 'artifacts' },
    { from: 'artifacts', to: 'contexts' },
    { from: 'artifacts', to: 'artifacts' },
    { from: 'elsewhere', to: 'contexts' },
    { from: 'hen', to: 'egg' },
    { from: 'egg', to: 'hen' },
  ]
  const tables = ['contexts', 'hen', 'artifacts', 'egg', 'steps']
  assert.deepEqual(purgeOrder(tables, references), ['steps', 'artifacts', 'contexts', 'hen', 'egg'])
})
