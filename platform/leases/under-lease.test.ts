import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Held, LEASE_SECONDS, LeaseLost, underLease } from './under-lease.ts'

/** A lease whose time the test controls; `answer` is the result of the next renewals. */
function leased(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const said = { answer: true as boolean | Error, renewed: 0 }
  return {
    said,
    take: async (holder: string) => holder,
    renew: async () => {
      said.renewed += 1
      if (said.answer instanceof Error) throw said.answer
      return said.answer
    },
    /** Passes second by second, as for a running process. */
    async pass(seconds: number) {
      for (let i = 0; i < seconds; i++) {
        t.mock.timers.tick(1_000)
        await new Promise((done) => setImmediate(done))
      }
    },
    /** Passes immediately, as for a suspended process. */
    jump: (seconds: number) => t.mock.timers.setTime(Date.now() + seconds * 1_000),
  }
}

const lost = (error: unknown) => error instanceof LeaseLost

test('work that takes ten times as long as its lease keeps it', async (t) => {
  const lease = leased(t)
  const done = await underLease(lease, async (_, held) => {
    await lease.pass(LEASE_SECONDS * 10)
    held.check()
    return held.signal.aborted
  })
  assert.equal(done, false)
  assert.ok(lease.said.renewed >= 30, `${lease.said.renewed} renewals`)
})

test('without anything to take no work is done', async () => {
  const none = { take: async () => undefined, renew: async () => true }
  assert.equal(await underLease(none, async () => assert.fail('no work')), undefined)
})

test('work stops when another process has the lease', async (t) => {
  const lease = leased(t)
  await underLease(lease, async (_, held) => {
    lease.said.answer = false
    await lease.pass(20)
    assert.equal(held.signal.aborted, true)
    assert.throws(held.check, lost)
  })
})

test('work that cannot renew its lease stops in time for requests in flight, but survives a short gap', async (t) => {
  const lease = leased(t)
  await underLease(lease, async (_, held) => {
    lease.said.answer = new Error('the database is unavailable')
    await lease.pass(25)
    held.check()
    lease.said.answer = true
    await lease.pass(30)
    held.check()
    lease.said.answer = new Error('the database is unavailable')
    await lease.pass(LEASE_SECONDS - 15)
    assert.throws(held.check, lost)
  })
})

test('a process that was suspended notices the lost lease before it does anything else', async (t) => {
  const lease = leased(t)
  await underLease(lease, async (_, held) => {
    held.check()
    lease.jump(LEASE_SECONDS)
    assert.equal(held.signal.aborted, false, 'no timer has run yet')
    assert.throws(held.check, lost)
    assert.equal(held.signal.aborted, true)
  })
})

test('the lease counts from before the request for it', async (t) => {
  const lease = leased(t)
  const slow = {
    ...lease,
    take: async (holder: string) => {
      lease.jump(LEASE_SECONDS)
      return holder
    },
  }
  await underLease(slow, async (_, held: Held) => assert.throws(held.check, lost))
})

test('work ends when its process stops', async () => {
  const stopping = new AbortController()
  const never = { take: async (holder: string) => holder, renew: async () => true }
  await underLease(
    never,
    async (_, held) => {
      stopping.abort(new Error('the process is stopping'))
      assert.equal(held.signal.aborted, true)
      held.check()
    },
    stopping.signal,
  )
})
