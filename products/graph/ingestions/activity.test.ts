import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openActivity } from './activity.ts'

test('low-priority work waits until shortly after the last document is read or has failed, but not forever', async () => {
  const ingesting = openActivity()
  const never = new AbortController().signal
  await ingesting.idle(never)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reading = Promise.allSettled([ingesting.track(() => first.promise), ingesting.track(() => second.promise)])
  let isIdle = false
  const waiting = ingesting.idle(never).then(() => (isIdle = true))
  await ingesting.idle(AbortSignal.timeout(10))
  first.resolve()
  await pause(5)
  assert.equal(isIdle, false)
  second.reject(new Error('broken'))
  await pause(5)
  assert.equal(isIdle, false)
  const third = ingesting.track(() => pause(350))
  await third
  assert.equal(isIdle, false)
  await waiting
  assert.equal((await reading)[1].status, 'rejected')
})
