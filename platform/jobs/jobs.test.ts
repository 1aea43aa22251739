import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import type { Job } from './job.ts'
import { openJobs } from './open.ts'

const log = openLog('silent')
type Options = Partial<Parameters<typeof openJobs>[0]>
/** Opens the queue with one job, until the end of the test. */
async function open<const D extends object>(
  t: TestContext,
  job: Omit<Job<D>, 'name'> & { name?: string },
  options: Options = {},
) {
  const database: Database = options.database ?? (await testDatabase())
  const named = { name: newId('job'), ...job }
  const jobs = await openJobs({ jobs: [named], clock: systemClock, log, ...options, database })
  t.after(() => jobs.stop())
  return { database, jobs, name: named.name, db: database.db }
}

async function eventually(holds: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (await holds()) return
    await sleep(20)
  }
  assert.fail(`the condition was not met within ${seconds} s`)
}

test('a job runs when its transaction commits, and does not exist if it rolls back', async (t) => {
  const done: number[] = []
  const { db, jobs, name } = await open<{ n: number }>(t, { handle: async ({ n }) => void done.push(n) })
  await jobs.start()
  const failing = transact(db, async (tx) => {
    await jobs.add(tx, name, { n: 1 })
    throw new Error('no')
  })
  await assert.rejects(failing, /^Error: no$/)
  await transact(db, async (tx) => {
    await jobs.add(tx, name, { n: 2 })
    await sleep(50)
    assert.deepEqual(done, [], 'not before the commit')
  })
  await eventually(() => done.length > 0)
  assert.deepEqual(done, [2])
  const { rows } = await sql`select data from jobs.job where name = ${name}`.execute(db)
  assert.deepEqual(rows, [{ data: { n: 2 } }])
})

test('a job added in the same process starts immediately', async (t) => {
  let started = 0
  const { db, jobs, name } = await open(t, {
    handle: async () => {
      started = performance.now()
    },
  })
  await jobs.start()
  await sleep(100)
  const added = performance.now()
  await transact(db, (tx) => jobs.add(tx, name, {}))
  await eventually(() => started > 0)
  assert.ok(started - added < 300, `it took ${started - added} ms`)
})

test('an unknown job name is rejected', async (t) => {
  const { db, jobs } = await open(t, { handle: async () => {} })
  await assert.rejects(jobs.add(db, 'nobody', {}), /no job “nobody”/)
})

test('tenants take turns, however long the queue of one is', async (t) => {
  const done: string[] = []
  const { db, jobs, name } = await open<{ tenant: string }>(t, {
    concurrency: 1,
    isShared: true,
    handle: async ({ tenant }) => void done.push(tenant),
  })
  await transact(db, async (tx) => {
    for (const tenant of [...'aaaaaabbbc']) await jobs.add(tx, name, { tenant })
  })
  await jobs.start()
  await eventually(() => done.length === 10)
  assert.equal(done.join(''), 'abcababaaa')
})

test('a backlog is processed without exceeding the concurrency of the job', async (t) => {
  let now = 0
  let most = 0
  let done = 0
  const { db, jobs, name } = await open(t, {
    concurrency: 3,
    handle: async () => {
      now += 1
      most = Math.max(most, now)
      await sleep(5)
      now -= 1
      done += 1
    },
  })
  await transact(db, async (tx) => {
    for (let i = 0; i < 40; i++) await jobs.add(tx, name, { i })
  })
  await jobs.start()
  await eventually(() => done === 40)
  assert.equal(most, 3)
})

test('one tenant never exceeds its share, which leaves room for another', async (t) => {
  const underWay: string[] = []
  const most: Record<string, number> = {}
  const gate = Promise.withResolvers<void>()
  let done = 0
  const { db, jobs, name } = await open<{ tenant: string }>(t, {
    concurrency: 4,
    isShared: true,
    handle: async ({ tenant }) => {
      underWay.push(tenant)
      most[tenant] = Math.max(most[tenant] ?? 0, underWay.filter((one) => one === tenant).length)
      if (done < 3) await gate.promise
      underWay.splice(underWay.indexOf(tenant), 1)
      done += 1
    },
  })
  await transact(db, async (tx) => {
    for (let i = 0; i < 12; i++) await jobs.add(tx, name, { tenant: 'busy' })
  })
  await jobs.start()
  await eventually(() => underWay.length === 2)
  await transact(db, (tx) => jobs.add(tx, name, { tenant: 'other' }))
  await eventually(() => underWay.includes('other'))
  assert.deepEqual(underWay, ['busy', 'busy', 'other'])
  gate.resolve()
  await eventually(() => done === 13)
  assert.deepEqual(most, { busy: 2, other: 1 })
})

test('two tenants with long runs leave a worker for a third, every time', async (t) => {
  const gate = Promise.withResolvers<void>()
  let [long, short] = [0, 0]
  const { db, jobs, name } = await open<{ tenant: string }>(t, {
    concurrency: 3,
    isShared: true,
    handle: async ({ tenant }) => {
      if (tenant === 'third') short += 1
      else {
        long += 1
        await gate.promise
      }
    },
  })
  await transact(db, async (tx) => {
    for (const tenant of ['one', 'one', 'one', 'two', 'two', 'two']) await jobs.add(tx, name, { tenant })
  })
  await jobs.start()
  await eventually(() => long === 2)
  for (let n = 1; n <= 3; n++) {
    await jobs.add(db, name, { tenant: 'third' })
    await eventually(() => short === n)
  }
  assert.equal(long, 2)
  gate.resolve()
  await eventually(() => long === 6)
})

test('only one job per key waits, and another can wait while it runs', async (t) => {
  const runs: string[] = []
  const gate = Promise.withResolvers<void>()
  const { db, jobs, name } = await open<{ tag: string }>(t, {
    concurrency: 1,
    handle: async ({ tag }) => {
      runs.push(tag)
      if (tag === 'first') await gate.promise
    },
  })
  await jobs.add(db, name, { tag: 'first' }, { key: 'source_1' })
  await jobs.add(db, name, { tag: 'second' }, { key: 'source_1' })
  await jobs.start()
  await eventually(() => runs.length === 1)
  await jobs.add(db, name, { tag: 'third' }, { key: 'source_1' })
  await jobs.add(db, name, { tag: 'fourth' }, { key: 'source_1' })
  await jobs.add(db, name, { tag: 'other' }, { key: 'source_2' })
  gate.resolve()
  await eventually(() => runs.length === 3)
  assert.deepEqual(runs, ['first', 'third', 'other'])
})

test('a stopping process waits for running jobs and takes no new ones', async (t) => {
  let ended = false
  let started = 0
  const { db, jobs, name } = await open(t, {
    concurrency: 1,
    handle: async () => {
      started += 1
      await sleep(300)
      ended = true
    },
  })
  await jobs.start()
  await jobs.add(db, name, {})
  await jobs.add(db, name, {})
  await eventually(() => started === 1)
  await jobs.stop()
  assert.deepEqual([ended, started], [true, 1])
})

test('a job that outlasts the shutdown is aborted and runs in another process immediately', async (t) => {
  const attempts: number[] = []
  let aborted = false
  const job = { name: newId('job'), retries: 0 }
  const first = await open(
    t,
    {
      ...job,
      handle: async (_: never, run) => {
        attempts.push(run.attempt)
        run.signal.addEventListener('abort', () => {
          aborted = true
        })
        await new Promise(() => {})
      },
    },
    { drainMs: 100 },
  )
  await first.jobs.start()
  await first.jobs.add(first.db, job.name, {})
  await eventually(() => attempts.length === 1)
  await first.jobs.stop()
  assert.equal(aborted, true)
  const second = await open(t, { ...job, handle: async (_: never, run) => void attempts.push(run.attempt) })
  await second.jobs.start()
  await eventually(() => attempts.length === 2)
  assert.deepEqual(attempts, [1, 1], 'an interrupted run is not an attempt')
  assert.deepEqual(await second.jobs.deadLetters(job.name), [])
})

test('a handler is notified when the process begins to stop, and can save its progress after an abort', async (t) => {
  const said: string[] = []
  const job = { name: newId('job'), retries: 0 }
  const { jobs, db } = await open(
    t,
    {
      ...job,
      handle: async (_: never, { signal, stopping }) => {
        said.push('begun')
        await once(stopping, 'abort')
        said.push('starts no more')
        await once(signal, 'abort')
        await sql`select pg_sleep(0.1)`.execute(db)
        said.push('saved')
      },
    },
    { drainMs: 50 },
  )
  await jobs.start()
  await jobs.add(db, job.name, {})
  await eventually(() => said.length === 1)
  await jobs.stop()
  assert.deepEqual(said, ['begun', 'starts no more', 'saved'])
})

test('each run is reported with its outcome and duration; a run that moves to another process is not', async (t) => {
  const told: [string, string, number][] = []
  const onEnd = (...end: [string, string, number]) => void told.push(end)
  const job = { name: newId('job'), retries: 0 }
  const hanging = await open(t, { ...job, handle: () => new Promise(() => {}) }, { onEnd, drainMs: 50 })
  await hanging.jobs.start()
  await hanging.jobs.add(hanging.db, job.name, {})
  await eventually(async () => (await stateOf(hanging.db, job.name)) === 'active')
  await hanging.jobs.stop()
  assert.equal(told.length, 0)

  const next = await open(t, { ...job, handle: async () => void (await sleep(60)) }, { onEnd })
  await next.jobs.start()
  await eventually(() => told.length === 1)
  const [name, outcome, seconds] = told[0]!
  assert.deepEqual([name, outcome], [job.name, 'completed'])
  assert.ok(seconds >= 0.055 && seconds < 5, `${seconds} s`)
})

async function stateOf(db: Database['db'], job: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state::text as state from jobs.job where name = ${job}`.execute(
    db,
  )
  return rows[0]?.state
}

// In parallel, because they mostly wait.
suite('jobs over time', { concurrency: true }, () => {
  test('a job does not start before its time', async (t) => {
    let started = 0
    const { db, jobs, name } = await open(t, {
      handle: async () => {
        started = Date.now()
      },
    })
    await jobs.start()
    const due = Date.now() + 1_000
    await jobs.add(db, name, {}, { startAfter: new Date(due) })
    await eventually(() => started > 0)
    assert.ok(started >= due, `${due - started} ms early`)
  })

  test('a failed job is retried, and becomes a dead letter that can be put back', async (t) => {
    const attempts: number[] = []
    const outcomes: string[] = []
    let broken = true
    const { db, jobs, name } = await open<{ n: number }>(
      t,
      {
        retries: 1,
        backoffSeconds: 1,
        handle: async (_, run) => {
          attempts.push(run.attempt)
          if (broken) throw new Error('the other side refused\0')
        },
      },
      { onEnd: (_job, outcome) => void outcomes.push(outcome) },
    )
    await jobs.start()
    await jobs.add(db, name, { n: 7 })
    await eventually(async () => (await jobs.deadLetters(name)).length === 1)
    assert.deepEqual(attempts, [1, 2])
    const [letter] = await jobs.deadLetters()
    assert.deepEqual([letter?.job, letter?.data], [name, { n: 7 }])
    assert.match(letter!.error, /the other side refused/)
    assert.ok(letter!.failedAt instanceof Date)
    broken = false
    assert.equal(await jobs.retryDeadLetter(letter!.id), true)
    await eventually(() => attempts.length === 3)
    assert.deepEqual(await jobs.deadLetters(name), [])
    await eventually(() => outcomes.length === 3)
    assert.deepEqual(outcomes, ['failed', 'dead', 'completed'])
    assert.equal(await jobs.retryDeadLetter(letter!.id), false)
    assert.equal(await jobs.retryDeadLetter('nonsense'), false)
  })

  test('a job that never ends is aborted at its timeout, and does not block others', async (t) => {
    const done: string[] = []
    let reason: unknown
    const { db, jobs, name } = await open<{ tag: string }>(t, {
      concurrency: 2,
      retries: 0,
      timeoutSeconds: 1,
      handle: async ({ tag }, run) => {
        if (tag === 'good') return void done.push(tag)
        run.signal.addEventListener('abort', () => {
          reason = run.signal.reason
        })
        await new Promise(() => {})
      },
    })
    await jobs.start()
    await jobs.add(db, name, { tag: 'bad' })
    for (let i = 0; i < 10; i++) await jobs.add(db, name, { tag: 'good' })
    await eventually(() => done.length === 10, 2)
    await eventually(async () => (await jobs.deadLetters(name)).length === 1)
    assert.match(String(reason), /longer than 1 s/)
  })

  test('a schedule adds its job once for all processes, until it is removed', async (t) => {
    const runs: number[] = []
    const job = { name: newId('job'), schedule: '* * * * *', handle: async () => void runs.push(Date.now()) }
    const both = [await open(t, job, { beatSeconds: 1 }), await open(t, job, { beatSeconds: 1 })]
    const started = Math.floor(Date.now() / 60_000)
    await Promise.all(both.map(({ jobs }) => jobs.start()))
    await eventually(() => runs.length > 0)
    await sleep(1_500)
    const minutes = Math.floor(Date.now() / 60_000) - started + 1
    assert.ok(runs.length <= minutes, `${runs.length} runs in ${minutes} minutes`)
    await Promise.all(both.map(({ jobs }) => jobs.stop()))

    const without = await open(t, { name: job.name, handle: async () => {} })
    await without.jobs.start()
    const { rows } = await sql`select 1 from jobs.schedule where name = ${job.name}`.execute(without.db)
    assert.equal(rows.length, 0)
  })
})
