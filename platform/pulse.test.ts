import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPulse } from './pulse.ts'

const gone = (cause: unknown) => new Error('gone', { cause })

test('one failure is ignored, two count as an outage, and one success ends it', async () => {
  let answers = ['ok', 'no', 'ok', 'no', 'no']
  const told: string[] = []
  const pulse = openPulse({
    ask: async () => assert.equal(answers.shift() ?? 'no', 'ok'),
    gone,
    everyMs: 0,
  })
  pulse.onAway(({ message }) => void told.push(message))
  pulse.start()
  while (answers.length > 1) {
    await sleep(20)
    assert.equal(pulse.away(), undefined)
  }
  const here = pulse.whileHere()
  while (!pulse.away()) await sleep(20)
  assert.deepEqual([told, here.aborted, pulse.whileHere().aborted], [['gone'], true, true])
  answers = ['ok', 'ok', 'ok', 'ok']
  while (pulse.away()) await sleep(20)
  assert.deepEqual([told.length, pulse.whileHere().aborted], [1, false])
  pulse.stop()
})

test('no answer is a failure, and the pending question is aborted', async () => {
  const ended: boolean[] = []
  const pulse = openPulse({
    ask: (signal) => new Promise(() => signal.addEventListener('abort', () => ended.push(true))),
    gone,
    silentMs: 500,
  })
  pulse.start()
  const began = performance.now()
  while (!pulse.away()) await sleep(20)
  assert.ok(performance.now() - began > 400)
  assert.deepEqual(ended, [true])
  pulse.stop()
})

test('a blocked thread does not report an outage', async () => {
  const pulse = openPulse({ ask: () => sleep(300), gone, silentMs: 1_000 })
  pulse.start()
  await sleep(100)
  for (const end = performance.now() + 2_500; performance.now() < end; );
  await sleep(400)
  assert.equal(pulse.away(), undefined)
  pulse.stop()
})
