import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openGates, TURN_MS } from './gates.ts'

const HERE = { tenant: 't', workspace: 'w' }

/** Work that runs until `end` is called. */
function lasting() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

/** Whether the work is settled after all pending callbacks have run. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  let done = false
  void work.finally(() => {
    done = true
  })
  await pause(40)
  return done
}

test('writers run concurrently, and other workspaces are not affected', async () => {
  const gates = openGates()
  const [first, second, update] = [lasting(), lasting(), lasting()]
  const writing = [gates.pass(HERE, first.work), gates.pass(HERE, second.work)]
  const turn = gates.turn(HERE, update.work)
  await gates.pass({ ...HERE, workspace: 'other' }, async () => {})
  second.end()
  assert.equal(await isDone(writing[1]!), true)
  first.end()
  update.end()
  await Promise.all([...writing, turn])
})

test('an update starts when earlier writers are done, and later ones wait until it ends', async () => {
  const gates = openGates()
  const order: string[] = []
  const [writer, update] = [lasting(), lasting()]
  const before = gates.pass(HERE, writer.work).then(() => order.push('before'))
  const turn = gates.turn(HERE, () => {
    order.push('turn')
    return update.work()
  })
  const behind = gates.pass(HERE, async () => order.push('behind'))
  assert.equal(await isDone(behind), false)
  writer.end()
  assert.equal(await isDone(behind), false)
  update.end()
  await Promise.all([before, turn, behind])
  assert.deepEqual(order, ['before', 'turn', 'behind'])
})

test('writers continue once an update can no longer be overtaken', async () => {
  const gates = openGates()
  const update = lasting()
  const turn = gates.turn(HERE, (open) => {
    open()
    return update.work()
  })
  await gates.pass(HERE, async () => {})
  update.end()
  await turn
})

test('updates run in order of arrival, even if the previous one failed', async () => {
  const gates = openGates()
  const order: number[] = []
  const all = [0, 1, 2, 3].map((number) =>
    gates.turn(HERE, async () => {
      order.push(number)
      if (number === 1) throw new Error('no')
    }),
  )
  const ended = await Promise.allSettled(all)
  assert.deepEqual(order, [0, 1, 2, 3])
  assert.deepEqual(
    ended.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
})

test('an update leaves the queue on timeout or abort, and the others continue', async () => {
  const gates = openGates()
  const update = lasting()
  const leave = new AbortController()
  const turn = gates.turn(HERE, update.work)
  const never = async () => assert.fail('It should have left the queue.')
  const late = assert.rejects(gates.turn(HERE, never, { waitMs: 30 }), { code: 'unavailable' })
  const left = assert.rejects(gates.turn(HERE, never, { signal: leave.signal }), /left/)
  const last = gates.turn(HERE, async () => 'last')
  leave.abort(new Error('left'))
  await Promise.all([late, left])
  await assert.rejects(gates.turn(HERE, never, { signal: leave.signal }), /left/)
  update.end()
  assert.equal(await last, 'last')
  await turn
})

test('a slow update blocks writers for one turn, and the next one starts after they had as much time', async () => {
  const gates = openGates()
  const slow = lasting()
  const began = performance.now()
  const passed = () => performance.now() - began
  const turn = gates.turn(HERE, slow.work)
  const next = gates.turn(HERE, async () => passed())
  let wrote = 0
  const writers = Array.from({ length: 3 }, async () => {
    let longest = 0
    while (passed() < 3 * TURN_MS) {
      const asked = performance.now()
      await gates.pass(HERE, () => pause(5))
      longest = Math.max(longest, performance.now() - asked)
      if (passed() > TURN_MS && passed() < 1.9 * TURN_MS) wrote++
    }
    return longest
  })
  await pause(TURN_MS + 100)
  slow.end()
  const longest = Math.max(...(await Promise.all(writers)))
  assert.ok(longest < TURN_MS + 500, `a writer waited for ${longest} ms`)
  assert.ok(wrote > 20, `there were only ${wrote} writes`)
  assert.ok((await next) >= 2 * TURN_MS - 10, `the next update started after ${await next} ms`)
  await turn
})

test('a slow writer blocks an update for a second at most', async () => {
  const gates = openGates()
  const slow = lasting()
  const writing = gates.pass(HERE, slow.work)
  const began = performance.now()
  await gates.turn(HERE, async () => {})
  const waited = performance.now() - began
  assert.ok(waited > 900 && waited < 1_900, `it waited for ${waited} ms`)
  slow.end()
  await writing
})

test('with many writers and many updates, each waits for only a few others', async () => {
  const gates = openGates()
  const end = performance.now() + 1_500
  const done = { pass: [] as number[], turn: [] as number[] }
  const client = async (how: 'pass' | 'turn') => {
    let times = 0
    let longest = 0
    while (performance.now() < end) {
      const asked = performance.now()
      await gates[how](HERE, () => pause(2))
      longest = Math.max(longest, performance.now() - asked)
      times++
    }
    done[how].push(times)
    return longest
  }
  const clients = Array.from({ length: 8 }, () => [client('pass'), client('turn')]).flat()
  const longest = Math.max(...(await Promise.all(clients)))
  assert.ok(longest < 750, `a client waited for ${longest} ms`)
  const [fewest, most] = [Math.min(...done.pass), Math.max(...done.pass)]
  assert.ok(fewest > most / 2, `each writer ran ${fewest} to ${most} times`)
  assert.ok(Math.min(...done.turn) > Math.max(...done.turn) / 2, `the updates ran ${done.turn} times`)
})
