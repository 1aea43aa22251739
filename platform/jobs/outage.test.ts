// Lost workers and outages of other systems: the job is completed, and neither counts as a failed attempt.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { OutsideError } from '../outside/safe-fetch.ts'
import { testDatabase } from '../testing/db.ts'
import type { Job } from './job.ts'
import { MOST_LOSSES } from './lost.ts'
import { openJobs } from './open.ts'
import { isOutage } from './outage.ts'

type Db = Database['db']
const log = openLog('silent')

async function open(t: TestContext, job: Omit<Job<object>, 'name'> & { name?: string }) {
  const database = await testDatabase()
  const named = { name: newId('job'), ...job }
  const jobs = await openJobs({ database, jobs: [named], clock: systemClock, log, beatSeconds: 1 })
  t.after(() => jobs.stop())
  return { jobs, name: named.name, db: database.db }
}

async function eventually(holds: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (await holds()) return
    await sleep(20)
  }
  assert.fail(`the condition was not met within ${seconds} s`)
}

/** Leaves the job as a worker does that was killed a while ago. */
const loseWorker = (db: Db, name: string, more = sql``) =>
  sql`update jobs.job set state = 'active', started_on = now() - interval '1 minute',
    heartbeat_on = now() - interval '31 seconds' ${more} where name = ${name}`.execute(db)

const stateOf = async (db: Db, name: string) => {
  const { rows } = await sql<{ state: string; seconds: number; output: object }>`
    select state::text as state, output, extract(epoch from start_after - now())::float8 as seconds
    from jobs.job where name = ${name}`.execute(db)
  return rows[0]
}

test('a job whose worker was lost is completed by another, even without retries, and is not a dead letter', async (t) => {
  const attempts: number[] = []
  const { db, jobs, name } = await open(t, { retries: 0, handle: async (_, run) => void attempts.push(run.attempt) })
  await jobs.add(db, name, {})
  await loseWorker(db, name)
  await jobs.start()
  await eventually(async () => (await stateOf(db, name))?.state === 'completed')
  assert.deepEqual(attempts, [1])
  assert.deepEqual(await jobs.deadLetters(name), [])
})

test('a slow worker keeps its job', async (t) => {
  let runs = 0
  const { db, jobs, name } = await open(t, {
    handle: async () => {
      runs += 1
      await sleep(3_000)
    },
  })
  await jobs.add(db, name, {})
  await jobs.start()
  await eventually(async () => (await stateOf(db, name))?.state === 'completed')
  assert.equal(runs, 1)
})

test('a job that crashes its worker every time becomes a dead letter that stays', async (t) => {
  const { db, jobs, name } = await open(t, { retries: 0, handle: async () => {} })
  await jobs.add(db, name, {})
  await loseWorker(db, name, sql`, output = jsonb_build_object('lost', ${MOST_LOSSES}::int)`)
  await jobs.start()
  await eventually(async () => (await jobs.deadLetters(name)).length === 1)
  const [letter] = await jobs.deadLetters(name)
  assert.match(letter!.error, /worker was lost more than 5 times/)
  assert.equal(letter!.comesBack, false)
})

test('an outage is retried with growing delays and without counting attempts', async (t) => {
  const attempts: number[] = []
  const { db, jobs, name } = await open(t, {
    retries: 0,
    backoffSeconds: 1,
    handle: async (_, run) => {
      attempts.push(run.attempt)
      if (attempts.length < 3) throw new OutsideError('connect', 'The connection failed or was closed.')
    },
  })
  await jobs.add(db, name, { n: 1 })
  await jobs.start()
  await eventually(async () => (await stateOf(db, name))?.state === 'completed')
  assert.deepEqual(attempts, [1, 1, 1])
  assert.deepEqual(await jobs.deadLetters(name), [])
})

test('the delay during an outage is limited to ten minutes, and after three days the job is a dead letter that is requeued once', async (t) => {
  const away = async () => {
    throw new AppError('unavailable', 'The blob store does not answer.')
  }
  const { db, jobs, name } = await open(t, { retries: 0, backoffSeconds: 3_000, handle: away })
  await jobs.add(db, name, { n: 1 })
  await jobs.start()
  await eventually(async () => (await stateOf(db, name))?.state === 'retry')
  const { seconds } = (await stateOf(db, name))!
  assert.ok(seconds > 400 && seconds < 760, `${seconds} s`)

  await sql`update jobs.job set start_after = now(), created_on = now() - interval '4 days' where name = ${name}`.execute(
    db,
  )
  await eventually(async () => (await jobs.deadLetters(name)).length === 1)
  assert.equal((await jobs.deadLetters(name))[0]!.comesBack, true)
})

test('a scheduled job that meets an outage is left to its next run', async (t) => {
  const { db, jobs, name } = await open(t, {
    retries: 0,
    schedule: '0 0 1 1 *',
    handle: async () => {
      throw new OutsideError('timeout', 'No answer in time.')
    },
  })
  await jobs.add(db, name, {})
  await jobs.start()
  await eventually(async () => (await stateOf(db, name))?.state === 'completed')
  assert.deepEqual((await stateOf(db, name))?.output, { message: 'No answer in time.' })
  assert.deepEqual(await jobs.deadLetters(name), [])
})

test('dead letters of lost workers of an earlier release are requeued automatically, once', async (t) => {
  let runs = 0
  const job = {
    name: newId('job'),
    retries: 0,
    handle: async () => {
      runs += 1
      throw new Error('this time the job itself failed')
    },
  }
  const { db, jobs, name } = await open(t, job)
  await jobs.add(db, name, { n: 1 })
  await jobs.start()
  await eventually(async () => (await jobs.deadLetters(name)).length === 1)
  assert.equal((await jobs.deadLetters(name))[0]!.comesBack, false, 'a failure of the job itself waits for an operator')
  await sql`update jobs.job set source_output = '{"value": {"message": "job heartbeat timeout"}}'
    where source_name = ${name}`.execute(db)
  assert.equal((await jobs.deadLetters(name))[0]!.comesBack, true)
  await jobs.stop()

  const later = await open(t, job)
  await later.jobs.start()
  await eventually(() => runs === 2)
  await eventually(async () => (await later.jobs.deadLetters(name)).length === 1)
  await sql`update jobs.job set source_output = '{"value": {"message": "job heartbeat timeout"}}'
    where source_name = ${name}`.execute(db)
  assert.equal((await later.jobs.deadLetters(name))[0]!.comesBack, false, 'once is enough')
})

const FAULTS: [boolean, string, unknown][] = [
  [true, 'a host that does not answer', new OutsideError('timeout', 'No answer in time.')],
  [false, 'an address that we never call', new OutsideError('blocked_address', 'no')],
  [true, 'an unavailable store', new AppError('unavailable')],
  [true, 'a provider that asks for a retry', new AppError('iam_failed')],
  [false, 'an error of the caller', new AppError('unacceptable')],
  [true, 'an unavailable database', Object.assign(new Error('x'), { code: '57P01' })],
  [false, 'a bug of ours', new TypeError('x is not a function')],
  [false, 'nothing', undefined],
]
for (const [is, what, error] of FAULTS)
  test(`${what} ${is ? 'is an outage' : 'is a failure of the job'}`, () => assert.equal(isOutage(error), is))
