import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openLog } from '../log.ts'
import { testDatabase, testDatabaseUrl } from '../testing/db.ts'
import type { Database } from './open.ts'
import { openMigrated } from './open-migrated.ts'
import { transact } from './transact.ts'

const folder = mkdtempSync(join(tmpdir(), 'veritrace-prepared-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Opens a pool of this size. The embedded database has one connection, shared by all tests, so each test uses unique
 * texts.
 */
async function open(t: TestContext, pool = 1): Promise<Database> {
  if (!testDatabaseUrl()) return testDatabase()
  const database = await openOwn({ pool })
  t.after(() => database.close())
  return database
}

async function openOwn({ pool = 1, prepare = true }): Promise<Database> {
  const url = testDatabaseUrl() && (await testDatabase()).pool.options.connectionString
  const settings = { dataDir: folder, database: { url, pool, prepare, statementTimeoutMs: 15_000 } }
  return (await openMigrated(settings, openLog('silent'), [])).database
}

/** A unique comment makes the statement text unique. */
const mark = () => `mark ${randomBytes(6).toString('hex')}`
const next = ({ db }: Pick<Database, 'db'>, tag: string, n: number) =>
  sql<{ n: number }>`select ${n}::int + 1 as n /* ${sql.raw(tag)} */`.execute(db).then(({ rows }) => rows[0]!.n)

async function preparedNames({ pool }: Database, tag: string): Promise<string[]> {
  const { rows } = await pool.query('select name, statement from pg_prepared_statements order by prepare_time, name')
  return rows.filter(({ statement }) => statement.includes(tag)).map(({ name }) => name)
}

test('a statement is prepared once, at its third use, and still answers by its values', async (t) => {
  const database = await open(t)
  const tag = mark()
  const counts: number[] = []
  for (let n = 0; n < 5; n++) {
    assert.equal(await next(database, tag, n * 10), n * 10 + 1)
    counts.push((await preparedNames(database, tag)).length)
  }
  assert.deepEqual(counts, [0, 0, 1, 1, 1])
})

test('the same text returns the right answer for each of many values, also concurrently', async (t) => {
  const database = await open(t, 3)
  const tag = mark()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => next(database, tag, n)))
  assert.deepEqual(
    answers,
    Array.from({ length: 100 }, (_, n) => n + 1),
  )
  const texts = [null, '', 'ü', "'; drop table x; --", 'x'.repeat(5_000)]
  for (const value of [...texts, ...texts]) {
    const { rows } = await sql`select ${value}::text as given /* ${sql.raw(tag)} */`.execute(database.db)
    assert.deepEqual(rows, [{ given: value }])
  }
})

test('a text that is used once, or has no values, is not prepared', async (t) => {
  const database = await open(t)
  const tag = mark()
  for (let n = 0; n < 5; n++) await next(database, `${tag} ${n}`, n)
  for (let n = 0; n < 5; n++) await sql`select 1 /* ${sql.raw(tag)} */`.execute(database.db)
  assert.deepEqual(await preparedNames(database, tag), [])
})

test('queries with a callback are prepared too', async (t) => {
  const database = await open(t)
  const tag = mark()
  const ask = (n: number) =>
    new Promise<number>((done, broken) =>
      database.pool.query(`select $1::int as n /* ${tag} */`, [n], (error, result) =>
        error ? broken(error) : done(result.rows[0].n),
      ),
    )
  for (let n = 0; n < 4; n++) assert.equal(await ask(n), n)
  assert.equal((await preparedNames(database, tag)).length, 1)
})

async function makeTable({ db }: Database): Promise<string> {
  const name = `prepared_${randomBytes(6).toString('hex')}`
  await sql`create table ${sql.id(name)} (id int primary key, value int not null)`.execute(db)
  await sql`insert into ${sql.id(name)} (id, value) values (1, 10), (2, 20)`.execute(db)
  return name
}

test('after a column type changes, at most one query fails across all connections', async (t) => {
  const database = await open(t, 3)
  const table = await makeTable(database)
  const read = (id: number) =>
    sql<{ value: unknown }>`select value from ${sql.id(table)} where id = ${id}`
      .execute(database.db)
      .then(({ rows }) => rows[0]!.value)
  // Enough concurrent queries that every connection has prepared the statement.
  for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 12 }, () => read(1)))
  assert.equal(await read(1), 10)

  await sql`alter table ${sql.id(table)} alter column value type text`.execute(database.db)
  const failures: unknown[] = []
  const answers: unknown[] = []
  for (let n = 0; n < 12; n++)
    await read(2).then(
      (value) => answers.push(value),
      (error) => failures.push(error.code),
    )
  assert.deepEqual(failures, ['0A000'])
  assert.deepEqual([...new Set(answers)], ['20'])
  assert.deepEqual(await Promise.all(Array.from({ length: 12 }, () => read(1))), Array(12).fill('10'))
})

test('an unsupported statement does not invalidate the prepared statements', async (t) => {
  const database = await open(t)
  const tag = mark()
  for (let n = 0; n < 3; n++) await next(database, tag, n)
  const before = await preparedNames(database, tag)
  const table = await makeTable(database)
  const unsupported = () => sql`select count(*) from ${sql.id(table)} where id = ${1} for update`.execute(database.db)
  for (let n = 0; n < 5; n++) await assert.rejects(unsupported, { code: '0A000' })
  await next(database, tag, 1)
  assert.deepEqual(await preparedNames(database, tag), before)
})

test('an error inside a transaction aborts it as usual, and the statements work again afterward', async (t) => {
  const database = await open(t)
  const table = await makeTable(database)
  const tag = mark()
  const insert = (db: Database['db'], id: number) =>
    sql`insert into ${sql.id(table)} (id, value) values (${id}, ${id})`.execute(db)
  for (const id of [11, 12, 13]) await insert(database.db, id)
  const failing = transact(database.db, async (tx) => {
    await insert(tx, 14)
    await assert.rejects(insert(tx, 11), { code: '23505', constraint: `${table}_pkey` })
    // The third use comes in an aborted transaction.
    for (let n = 0; n < 3; n++) await assert.rejects(next({ db: tx }, tag, n), { code: '25P02' })
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  assert.equal(await next(database, tag, 1), 2)
  await insert(database.db, 14)
  const { rows } = await sql`select id from ${sql.id(table)} where id > ${10} order by id`.execute(database.db)
  assert.deepEqual(rows, [{ id: 11 }, { id: 12 }, { id: 13 }, { id: 14 }])
})

test('a statement that was first prepared in a rolled-back transaction remains usable', async (t) => {
  const database = await open(t)
  const tag = mark()
  const failing = transact(database.db, async (tx) => {
    for (let n = 0; n < 4; n++) assert.equal(await next({ db: tx }, tag, n), n + 1)
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  for (let n = 0; n < 4; n++) assert.equal(await next(database, tag, n), n + 1)
})

test('with DATABASE_PREPARE off nothing is prepared', async (t) => {
  const database = await openOwn({ prepare: false })
  t.after(() => database.close())
  const tag = mark()
  for (let n = 0; n < 5; n++) await next(database, tag, n)
  assert.deepEqual(await preparedNames(database, tag), [])
})
