import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { systemClock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { onePerFolder, openOn, SECOND, secondDatabase } from '../events/testing.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { makeDatabase, testDatabase } from '../testing/db.ts'
import type { Jobs } from './job.ts'
import { openJobs } from './open.ts'

const log = openLog('silent')

async function eventually(holds: () => boolean | Promise<boolean>, seconds = 15): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (await holds()) return
    await sleep(25)
  }
  assert.fail(`the condition was not met within ${seconds} s`)
}

const addMany = (db: Db, jobs: Jobs, name: string, count: number): Promise<void> =>
  transact(db, async (tx) => {
    for (let n = 0; n < count; n++) await jobs.add(tx, name, { n })
  })

test('two workers on one database run each of 60 jobs once', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const other = await secondDatabase(database)
  const name = newId('job')
  const done: [string, number][] = []
  const open = (who: string, on: typeof database) => {
    const handle = async ({ n }: { n: number }): Promise<void> => {
      await sleep(2)
      done.push([who, n])
    }
    return openJobs({ database: on, jobs: [{ name, concurrency: 5, handle }], clock: systemClock, log })
  }
  const [here, there] = [await open('here', database), await open('there', other)]
  await addMany(database.db, here, name, 60)
  await Promise.all([here.start(), there.start()])
  await eventually(() => done.length >= 60)
  await Promise.all([here.stop(), there.stop()])
  assert.deepEqual([done.length, new Set(done.map(([, n]) => n)).size], [60, 60])
  assert.ok(new Set(done.map(([who]) => who)).size === 2, 'both took part')
  await other.close()
})

test('processes that start simultaneously on an empty database do not interfere', async (t) => {
  if (onePerFolder(await testDatabase())) return t.skip(onePerFolder(await testDatabase()) || '')
  const url = await makeDatabase()
  const databases = await Promise.all([1, 2, 3].map(() => openOn(url)))
  const job = { name: 'crawl', schedule: '0 0 1 1 *', handle: async () => {} }
  const all = await Promise.all(
    databases.map((database) => openJobs({ database, jobs: [job], clock: systemClock, log })),
  )
  await Promise.all(all.map((jobs) => jobs.start()))
  await all[0]!.add(databases[0]!.db, 'crawl', {})
  const finished = async (): Promise<boolean> =>
    (await sql`select 1 from jobs.job where name = 'crawl' and state = 'completed'`.execute(databases[0]!.db)).rows
      .length === 1
  await eventually(finished)
  await Promise.all(all.map((jobs) => jobs.stop()))
  await Promise.all(databases.map((database) => database.close()))
})

test('a job added in one process is soon picked up in another', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const other = await secondDatabase(database)
  const name = newId('job')
  const waits: number[] = []
  const handle = async ({ at }: { at: number }): Promise<void> => void waits.push(Date.now() - at)
  const [web, worker] = [
    await openJobs({ database, jobs: [{ name, handle }], clock: systemClock, log }),
    await openJobs({ database: other, jobs: [{ name, handle }], clock: systemClock, log }),
  ]
  await worker.start()
  for (let i = 1; i <= 5; i++) {
    await transact(database.db, (tx) => web.add(tx, name, { at: Date.now() }))
    await eventually(() => waits.length === i)
  }
  // Polling alone would take a quarter of a second on average.
  assert.ok(waits.sort((a, b) => a - b)[2]! < 200, `it took ${waits} ms`)
  await Promise.all([web.stop(), worker.stop()])
  await other.close()
})

test('when all connections are dropped, work resumes by itself and nothing is lost', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const other = await secondDatabase(database)
  const name = newId('job')
  const done = new Set<number>()
  const handle = async ({ n }: { n: number }): Promise<void> => {
    await sleep(10)
    done.add(n)
  }
  const jobs = await openJobs({ database: other, jobs: [{ name, concurrency: 4, handle }], clock: systemClock, log })
  await addMany(database.db, jobs, name, 40)
  await jobs.start()
  await eventually(() => done.size > 8)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${SECOND}`.execute(database.db)
  await eventually(() => done.size === 40)
  await jobs.stop()
  const { rows } = await sql`select 1 from jobs.job where name = ${name} and state <> 'completed'`.execute(database.db)
  assert.equal(rows.length, 0)
  await other.close()
})

test('when one of two processes is killed, every job still takes effect', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const { db } = database
  await sql`create table if not exists platform.test_effects (suite text, n integer, runs integer, primary key (suite, n))`.execute(
    db,
  )
  const name = newId('job')
  const settings = { name, concurrency: 4, timeoutSeconds: 3, backoffSeconds: 1 }
  const handle = async ({ n }: { n: number }): Promise<void> => {
    await sql`insert into platform.test_effects (suite, n, runs) values (${name}, ${n}, 1)
      on conflict (suite, n) do update set runs = test_effects.runs + 1`.execute(db)
    await sleep(30)
  }
  const survivor = { database, jobs: [{ ...settings, handle }], clock: systemClock, log, beatSeconds: 1 }
  const jobs = await openJobs(survivor)
  await addMany(db, jobs, name, 60)
  const effects = async (): Promise<{ jobs: number; runs: number }> =>
    (
      await sql<{ jobs: number; runs: number }>`select count(*) as jobs, coalesce(sum(runs), 0) as runs
        from platform.test_effects where suite = ${name}`.execute(db)
    ).rows[0]!
  const victim = startProcess(database.pool.options.connectionString!, name)
  await once(victim.stdout!, 'data')
  await jobs.start()
  await eventually(async () => (await effects()).jobs >= 15)
  victim.kill('SIGKILL')
  const unfinished = async (): Promise<number> =>
    (await sql`select 1 from jobs.job where name = ${name} and state <> 'completed'`.execute(db)).rows.length
  await eventually(async () => (await unfinished()) === 0, 40)
  const { jobs: done, runs } = await effects()
  assert.equal(done, 60)
  assert.ok(runs - done <= 4, `${runs - done} more runs than jobs; the killed process had at most 4`)
  await jobs.stop()
})

const startProcess = (url: string, name: string): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('./testing-worker.ts', import.meta.url)), url, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
