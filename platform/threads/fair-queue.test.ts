import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Entrant, type FairQueueOptions, type Leave, openFairQueue } from './fair-queue.ts'

const failed = (why: string) => new Error(why)
const WAIT = { waitMs: 60_000, failed }

/** A queue with a fake clock, and the release functions of those that got a slot, in order. */
function opened(options: Partial<FairQueueOptions<Entrant>> = {}) {
  const clock = { ms: 0 }
  const queue = openFairQueue<Entrant>({ places: 3, mostWaiting: 100, now: () => clock.ms, ...options })
  const inside: { tenant: string; leave: Leave }[] = []
  const ask = async (tenant: string, signal?: AbortSignal): Promise<void> => {
    const leave = await queue.enter({ tenant }, { ...WAIT, signal })
    inside.push({ tenant, leave })
  }
  /** Some never get a slot, and time out long after the test has ended. */
  const want = (tenant: string): void => void ask(tenant).catch(() => {})
  /** Lets pending promises settle. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const names = () => inside.map(({ tenant }) => tenant).join('')
  return { clock, queue, inside, ask, want, settled, names }
}

test('a tenant with a slot leaves two free, a tenant without one takes the last', async () => {
  const { names, settled, want } = opened({ places: 4 })
  for (const tenant of ['a', 'a', 'a', 'a']) want(tenant)
  await settled()
  assert.equal(names(), 'aa')
  for (const tenant of ['b', 'b', 'c', 'd']) want(tenant)
  await settled()
  assert.equal(names(), 'aabc')
})

test('two tenants that want everything leave a slot for a third, in any order', async () => {
  const order = fc.array(fc.constantFrom('a', 'b', 'end'), { minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(order, fc.integer({ min: 3, max: 6 }), async (steps, places) => {
      const { inside, names, settled, clock, want } = opened({ places })
      for (const step of steps) {
        clock.ms += 100
        if (step === 'end') inside.shift()?.leave()
        else want(step)
        await settled()
      }
      const before = inside.length
      want('c')
      await settled()
      assert.equal(names().slice(before), 'c')
    }),
    { numRuns: 200 },
  )
})

test('the waiting tenant with the fewest slots goes first, then the one with the least usage, then the first to arrive', async () => {
  const { inside, names, settled, clock, want } = opened({ places: 1 })
  want('a')
  await settled()
  for (const tenant of ['a', 'a', 'b', 'b', 'c']) want(tenant)
  for (const ms of [1_000, 400, 300, 200, 100, 10]) {
    clock.ms += ms
    inside.at(-1)!.leave()
    await settled()
  }
  // b used 400 before c used 300; then a's 1000, although the oldest, still count more than b's.
  assert.equal(names(), 'abcbaa')
})

test('use from long ago counts little', async () => {
  const { inside, names, settled, clock, want } = opened({ places: 1 })
  want('a')
  await settled()
  clock.ms += 60_000
  inside[0]!.leave()
  clock.ms += 200_000
  want('b')
  await settled()
  want('b')
  want('a')
  clock.ms += 1_000
  inside[1]!.leave()
  await settled()
  assert.equal(names(), 'aba')
})

test('a queue never exceeds its slots, keeps the order within each tenant, and starves no one', async () => {
  const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 5 }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), async (steps, places) => {
      const clock = { ms: 0 }
      const queue = openFairQueue<Entrant & { n: number }>({ places, mostWaiting: 100, now: () => clock.ms })
      const got: { tenant: string; n: number }[] = []
      const leaves: Leave[] = []
      let asked = 0
      const settled = () => new Promise((resolve) => setImmediate(resolve))
      for (const one of steps) {
        clock.ms += 50
        if (typeof one === 'number') leaves.splice(one, 1)[0]?.()
        else {
          const job = { tenant: one, n: asked++ }
          void queue.enter(job, WAIT).then((leave) => {
            got.push(job)
            leaves.push(leave)
          })
        }
        await settled()
        assert.ok(queue.running().length <= places)
        assert.equal(got.length + queue.waiting(), asked)
      }
      while (leaves.length > 0) {
        leaves.shift()!()
        await settled()
      }
      assert.equal(got.length, asked)
      for (const own of Object.values(Object.groupBy(got, ({ tenant }) => tenant)))
        assert.deepEqual(
          own,
          own!.toSorted((one, other) => one.n - other.n),
        )
    }),
    { numRuns: 200 },
  )
})

test('a caller that times out, leaves or meets a full queue gets an error, and those after it continue', async () => {
  const { ask, inside, names, queue, settled, want } = opened({ places: 1, mostWaiting: 2 })
  want('a')
  await settled()
  await assert.rejects(queue.enter({ tenant: 'b' }, { waitMs: 5, failed }), /late/)
  const leaving = new AbortController()
  const gone = ask('b', leaving.signal)
  want('b')
  await assert.rejects(ask('b'), /full/)
  leaving.abort()
  await assert.rejects(gone, /left/)
  await assert.rejects(ask('b', leaving.signal), /left/)
  inside[0]!.leave()
  inside[0]!.leave()
  await settled()
  assert.equal(names(), 'ab')
  assert.deepEqual(queue.running(), [{ tenant: 'b' }])
})

test('custom limits delay only the tenants that they apply to', async () => {
  const { names, settled, want } = opened({
    allows: ({ tenant }, running) => tenant !== 'a' || running.every((one) => one.tenant !== 'a'),
  })
  for (const tenant of ['a', 'a', 'b']) want(tenant)
  await settled()
  assert.equal(names(), 'ab')
})

test('a tenant that used much has had more if another has used less lately', async () => {
  const { inside, queue, settled, clock, want } = opened({ places: 4 })
  for (const tenant of ['a', 'b']) want(tenant)
  await settled()
  clock.ms += 900
  assert.equal(queue.hasHadMore('a'), false, 'it is not much yet')
  inside[1]!.leave()
  clock.ms += 900
  assert.deepEqual([queue.hasHadMore('a'), queue.hasHadMore('b'), queue.hasHadMore('c')], [true, false, false])
  clock.ms += 60_000
  assert.equal(queue.hasHadMore('a'), false, 'no one else has used the queue recently')
})
