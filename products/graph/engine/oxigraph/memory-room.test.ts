// Tests with a real Oxigraph. Allocations that are never written to use no physical memory.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { withMemoryCap } from './memory-cap.ts'
import { LARGE, ROOM, roomFor } from './memory-room.ts'

const CEILING_MB = 512

function open(ceilingMb = CEILING_MB) {
  const require = createRequire(import.meta.url)
  const file = require.resolve('oxigraph')
  delete require.cache[file]
  const { exports } = withMemoryCap(CEILING_MB, () => require(file))
  const { memory, __wbindgen_malloc: take } = exports
  assert.ok(memory && take)
  return {
    take: (bytes: number) => take(bytes, 1),
    size: () => memory.buffer.byteLength,
    keepRoom: roomFor(exports, ceilingMb * 1024 * 1024),
  }
}

test('allocations within the reserved room do not grow a large memory', () => {
  const { take, size, keepRoom } = open()
  take(LARGE)
  keepRoom()
  const withRoom = size()
  for (let taken = 0; taken < ROOM - 1024 * 1024; taken += 100_000) take(100_000)
  assert.equal(size(), withRoom)
})

test('room is reserved again only after it is used up', () => {
  const { take, size, keepRoom } = open()
  take(LARGE)
  keepRoom()
  const first = size()
  take(ROOM / 2)
  keepRoom()
  assert.equal(size(), first)
  take(ROOM)
  keepRoom()
  assert.ok(size() >= first + ROOM, 'no room was reserved')
})

test('a small memory and a nearly full memory are left alone', () => {
  const small = open()
  const before = small.size()
  small.keepRoom()
  assert.equal(small.size(), before)
  const full = open(100)
  full.take(LARGE)
  const nearly = full.size()
  full.keepRoom()
  assert.equal(full.size(), nearly)
})
