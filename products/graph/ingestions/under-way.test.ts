import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openUnderWay } from './under-way.ts'

test('what can wait does so until a moment after the last document is read, however that ends, and not for ever', async () => {
  const ingesting = openUnderWay()
  const never = new AbortController().signal
  await ingesting.over(never)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reading = Promise.allSettled([ingesting.during(() => first.promise), ingesting.during(() => second.promise)])
  let isOver = false
  const waiting = ingesting.over(never).then(() => (isOver = true))
  await ingesting.over(AbortSignal.timeout(10))
  first.resolve()
  await pause(5)
  assert.equal(isOver, false)
  second.reject(new Error('broken'))
  await pause(5)
  assert.equal(isOver, false)
  const third = ingesting.during(() => pause(350))
  await third
  assert.equal(isOver, false)
  await waiting
  assert.equal((await reading)[1].status, 'rejected')
})
