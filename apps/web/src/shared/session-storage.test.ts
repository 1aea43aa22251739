import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStored, removeStored, writeStored } from './session-storage.ts'

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
  writeStored('one', { text: 'half a' }, first, store)
  assert.deepEqual(readStored('one', first, store), { text: 'half a' })
  assert.deepEqual(readStored('two', first, store), first)
  writeStored('one', { text: '' }, first, store)
  assert.equal(items.size, 0)
  writeStored('one', { text: 'again' }, first, store)
  removeStored('one', store)
  assert.deepEqual(readStored('one', first, store), first)
})

test('if storage is full, no older draft remains, and blocked storage does no harm', () => {
  const { store } = storeOf(8)
  writeStored('one', 'short', '', store)
  writeStored('one', 'far too long', '', store)
  assert.equal(readStored('one', '', store), '')
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  writeStored('one', 'text', '', forbidden)
  assert.equal(readStored('one', 'first', forbidden), 'first')
  const { items, store: broken } = storeOf()
  items.set('one', '{')
  assert.equal(readStored('one', 'first', broken), 'first')
})
