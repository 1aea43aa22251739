import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howMany, readAll } from './pages.ts'

test('all pages are read in order, each with the cursor of the previous one', async () => {
  const asked: unknown[] = []
  const pages = { '': ['a', 'b'], b: ['c', 'd'], d: ['e'] }
  const found = await readAll(async (at) => {
    asked.push(at)
    const items = pages[(at.cursor ?? '') as keyof typeof pages]
    return { items, next: items.length === 2 ? items[1]! : '' }
  })
  assert.deepEqual(found, ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual(asked, [{}, { cursor: 'b' }, { cursor: 'd' }])
})

test('a list shows its total, or a minimum if the total is unknown', () => {
  const items = ['a', 'b']
  assert.equal(howMany({ items, next: 'b', total: 1204 }), '1,204')
  assert.equal(howMany({ items, next: 'b', total: null }), '2+')
  assert.equal(howMany({ items, next: 'b' }), '2+')
  assert.equal(howMany({ items, next: '' }), '2')
})
