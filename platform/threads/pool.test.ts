import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openLog } from '../log.ts'
import { openPool, type PoolOptions } from './pool.ts'

/** Threads that echo every message; for a number they first keep busy for that many milliseconds. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => {
      const end = performance.now() + (typeof message === 'number' ? message : 0)
      while (performance.now() < end);
      parentPort.postMessage(message)
    })`)}`,
)

const BY = { tenant: 'one' }

function open(t: TestContext, options: Partial<PoolOptions> = {}) {
  const pool = openPool<string | number, string | number>({
    file: ECHO,
    name: 'echo',
    log: openLog('silent'),
    threads: 1,
    memoryMb: 32,
    limitMs: 60_000,
    mostWaiting: 10,
    failed: (why) => new Error(why),
    ...options,
  })
  t.after(() => pool.close())
  return pool
}

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('a response of a thread that was already ended does not revive the thread', async (t) => {
  const pool = open(t, { limitMs: 3_000 })
  assert.equal(await pool.run('first', BY), 'first')
  // The event loop continues with timers from here, and handles messages after them.
  await new Promise((done) => setImmediate(done))
  const late = assert.rejects(pool.run('late', BY), { message: 'late' })
  // Long enough to get its thread, but not for a response.
  for (let step = 0; step < 20; step++) await undefined
  standStill(3_100)
  await late
  // Long enough for the response of the ended thread.
  await new Promise((done) => setTimeout(done, 20))
  assert.equal(await pool.run('next', BY), 'next')
})

test('two tenants with endless work leave a thread for a third', async (t) => {
  const pool = open(t, { threads: 3 })
  const endless = Promise.allSettled(['a', 'a', 'b', 'b'].map((tenant) => pool.run(3_600_000, { tenant })))
  for (let n = 0; n < 3; n++) assert.equal(await pool.run('light', { tenant: 'c' }), 'light')
  await pool.close()
  assert.deepEqual(
    (await endless).map((one) => one.status === 'rejected' && one.reason.message),
    ['closed', 'closed', 'closed', 'closed'],
  )
})

test("a caller that meets its tenant's full queue is rejected, but not others, nor one that may wait", async (t) => {
  const pool = open(t, { mostWaiting: 1, waitMs: 200 })
  const running = pool.run(1_000, { tenant: 'a' })
  const late = assert.rejects(pool.run('late', { tenant: 'a' }), { message: 'busy' })
  await assert.rejects(pool.run('full', { tenant: 'a' }), { message: 'busy' })
  const patient = pool.run('patient', { tenant: 'a', mayWait: true })
  await assert.rejects(pool.run('late too', { tenant: 'b' }), { message: 'busy' })
  await late
  assert.deepEqual([await running, await patient], [1_000, 'patient'])
})

test('an aborted caller gives up its turn in the queue immediately, and a thread after a moment', async (t) => {
  const pool = open(t)
  const [first, second] = [new AbortController(), new AbortController()]
  const running = assert.rejects(pool.run(3_600_000, { tenant: 'a', signal: first.signal }), { message: 'left' })
  const waiting = assert.rejects(pool.run('waits', { tenant: 'a', signal: second.signal }), { message: 'left' })
  second.abort()
  await waiting
  first.abort()
  await running
  assert.equal(await pool.run('next', BY), 'next')
})
