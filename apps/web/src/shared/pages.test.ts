import assert from 'node:assert/strict'
import { test } from 'node:test'
import { howMany, readAll } from './pages.ts'

test('all pages are read one after the other, each from the end of the one before', async () => {
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

test('a list says how many it has, or how many at least', () => {
  const items = ['a', 'b']
  assert.equal(howMany({ items, next: 'b', total: 1204 }), '1,204')
  assert.equal(howMany({ items, next: 'b', total: null }), '2+')
  assert.equal(howMany({ items, next: 'b' }), '2+')
  assert.equal(howMany({ items, next: '' }), '2')
})
