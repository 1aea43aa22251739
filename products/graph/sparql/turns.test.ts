import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTurns } from './turns.ts'

/** Work that runs until `end` is called. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { run: () => promise, end: resolve }
}
const refused = { code: 'too_many_queries', status: 429, headers: { 'retry-after': '2' } }

test('as many as allowed run at once, the rest in order of arrival', async () => {
  const turns = openTurns()
  const began: string[] = []
  const works = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...openWork() }))
  const done = works.map(({ name, run }) =>
    turns.take('t', 2, () => {
      began.push(name)
      return run()
    }),
  )
  assert.deepEqual(began, ['a', 'b'])
  works[1]!.end()
  await done[1]
  await Promise.resolve()
  assert.deepEqual(began, ['a', 'b', 'c'])
  for (const { end } of works) end()
  await Promise.all(done)
  assert.deepEqual(began, ['a', 'b', 'c', 'd'])
})

test('tenants do not wait for each other', async () => {
  const turns = openTurns({ waitMs: 10_000 })
  const { run, end } = openWork()
  const taken = turns.take('one', 1, run)
  assert.equal(await turns.take('two', 1, async () => 'done'), 'done')
  end()
  await taken
})

test('a request that waits too long is rejected', async () => {
  const turns = openTurns({ waitMs: 10 })
  const { run, end } = openWork()
  const taken = turns.take('t', 1, run)
  await assert.rejects(
    turns.take('t', 1, async () => 'never'),
    refused,
  )
  end()
  await taken
  assert.equal(await turns.take('t', 1, async () => 'again'), 'again')
})

test('if too many requests wait, the next one is rejected', async () => {
  const turns = openTurns({ mostWaiting: 1 })
  const { run, end } = openWork()
  const taken = [turns.take('t', 1, run), turns.take('t', 1, async () => undefined)]
  await assert.rejects(
    turns.take('t', 1, async () => 'never'),
    refused,
  )
  end()
  await Promise.all(taken)
})

test('an aborted request leaves the queue, and a failed one makes room for the next', async () => {
  const turns = openTurns()
  const { run, end } = openWork()
  const gone = new AbortController()
  const taken = turns.take('t', 1, run)
  const waiting = turns.take('t', 1, async () => 'never', gone)
  gone.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
  const failing = turns.take('t', 1, () => Promise.reject(new Error('broken')))
  end()
  await taken
  await assert.rejects(failing, { message: 'broken' })
  assert.equal(await turns.take('t', 1, async () => 'free'), 'free')
})
