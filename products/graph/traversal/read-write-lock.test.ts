import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReadWriteLock } from './read-write-lock.ts'

test('writers and readers exclude each other', async () => {
  const { read, write } = openReadWriteLock()
  const log: string[] = []
  const doors = new Map<string, () => void>()
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise<void>((open) => doors.set(name, open))
    log.push(`${name} ends`)
  }
  const pass = async (name: string) => {
    while (!doors.has(name)) await new Promise(setImmediate)
    doors.get(name)!()
  }
  const all = [read(work('a')), read(work('b')), write(work('w')), write(work('v')), read(work('c'))]
  for (const name of ['b', 'a', 'w']) await pass(name)
  await Promise.all([pass('v'), pass('c')])
  await Promise.all(all)
  assert.deepEqual(log.slice(0, 4), ['a begins', 'b begins', 'b ends', 'a ends'])
  const order = log.slice(4).map((line) => line.split(' ')[0])
  assert.equal(order.length, 6)
  for (const at of [0, 2, 4]) assert.equal(order[at], order[at + 1], log.join(', '))
})

test('a failure releases the lock and only reaches its own caller', async () => {
  const { read, write } = openReadWriteLock()
  await assert.rejects(
    write(() => Promise.reject(new Error('w'))),
    /w/,
  )
  await assert.rejects(
    read(() => Promise.reject(new Error('r'))),
    /r/,
  )
  assert.equal(await write(async () => 1), 1)
  assert.equal(await read(async () => 2), 2)
})
