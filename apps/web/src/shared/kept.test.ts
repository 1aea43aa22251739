import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forget, keep, readKept } from './kept.ts'

function storeOf(room = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>()
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
    removeItem: (key: string) => void items.delete(key),
  }
  return { items, store: () => store }
}

test('a draft is stored until it is sent or emptied', () => {
  const { items, store } = storeOf()
  const first = { text: '' }
  keep('one', { text: 'half a' }, first, store)
  assert.deepEqual(readKept('one', first, store), { text: 'half a' })
  assert.deepEqual(readKept('two', first, store), first)
  keep('one', { text: '' }, first, store)
  assert.equal(items.size, 0)
  keep('one', { text: 'again' }, first, store)
  forget('one', store)
  assert.deepEqual(readKept('one', first, store), first)
})

test('if storage is full, no older draft remains, and blocked storage does no harm', () => {
  const { store } = storeOf(8)
  keep('one', 'short', '', store)
  keep('one', 'far too long', '', store)
  assert.equal(readKept('one', '', store), '')
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  keep('one', 'text', '', forbidden)
  assert.equal(readKept('one', 'first', forbidden), 'first')
  const { items, store: broken } = storeOf()
  items.set('one', '{')
  assert.equal(readKept('one', 'first', broken), 'first')
})
