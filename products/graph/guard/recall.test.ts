import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recalling } from './recall.ts'

test('a text is read once per base, until newer ones displace it', () => {
  const seen: string[] = []
  const read = recalling((text, base) => {
    seen.push(`${text} ${base}`)
    return { text }
  })
  assert.equal(read('a', 'b:'), read('a', 'b:'))
  read('a', 'c:')
  assert.deepEqual(seen, ['a b:', 'a c:'])
  for (let i = 0; i < 199; i++) read(`other ${i}`, undefined)
  read('a', 'c:')
  assert.equal(seen.length, 201)
  read('a', 'b:')
  assert.equal(seen.at(-1), 'a b:', 'the least recently used text was not evicted')
  const long = 'x'.repeat(5_000)
  assert.notEqual(read(long, undefined), read(long, undefined))
})

test('an unreadable text throws each time', () => {
  const read = recalling(() => {
    throw new Error('no')
  })
  for (const _ of [1, 2]) assert.throws(() => read('a', undefined), /no/)
})
