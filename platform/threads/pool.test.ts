import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openLog } from '../log.ts'
import { openPool } from './pool.ts'

/** Threads that answer every message with itself. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => parentPort.postMessage(message))`)}`,
)

function open(t: TestContext, limitMs: number) {
  const pool = openPool<string, string>({
    file: ECHO,
    name: 'echo',
    log: openLog('silent'),
    threads: 1,
    memoryMb: 32,
    limitMs,
    maxWaiting: 10,
    failed: (why) => new Error(why),
  })
  t.after(() => pool.close())
  return pool
}

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('an answer that comes when its thread was ended already does not bring the thread back', async (t) => {
  const pool = open(t, 3_000)
  assert.equal(await pool.run('first'), 'first')
  // The loop goes on from here with its timers, and comes to messages after them.
  await new Promise((done) => setImmediate(done))
  const late = assert.rejects(pool.run('late'), { message: 'late' })
  standStill(3_100)
  await late
  // Time for the answer of the one that was ended.
  await new Promise((done) => setTimeout(done, 20))
  assert.equal(await pool.run('next'), 'next')
})
