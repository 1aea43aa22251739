import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openLog } from '../log.ts'
import { makeDatabase, testDatabase, testDatabaseUrl } from '../testing/db.ts'
import { testFolder } from '../testing/folder.ts'
import { decodeCursor, encodeCursor, pageBy, pageById } from './keyset.ts'
import { DataFolderInUse, lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'
import { openMigrated } from './open-migrated.ts'
import { afterCommit, transact } from './transact.ts'

test('a migration that has run does not run again', async () => {
  const { db } = await testDatabase()
  assert.deepEqual(await migrate(db, []), [])
})

test('a process that waits for migrations of another process logs a warning', {
  skip: !testDatabaseUrl(),
}, async (t) => {
  const url = await makeDatabase()
  const other = new pg.Client({ connectionString: url })
  t.after(() => other.end())
  await other.connect()
  await other.query('select pg_advisory_lock(3853314791062309107)')
  const told = Promise.withResolvers<string>()
  const opening = openMigrated(
    { dataDir: testFolder(), database: { url, pool: 1, statementTimeoutMs: 15_000, prepare: true } },
    openLog('warn', { write: told.resolve }),
    [],
    { slowMs: 50 },
  )
  assert.match(await told.promise, /"msg":"migrations are slow: still running, or waiting for another process/)
  await other.query('select pg_advisory_unlock_all()')
  const { database, applied } = await opening
  await database.close()
  assert.ok(applied.length > 0)
})

test('a failed transaction leaves no rows, and its after-commit work does not run', async () => {
  const { db } = await testDatabase()
  let rang = false
  const failing = transact(db, async (tx) => {
    await sql`insert into platform.keyring (name, value) values ('rolled-back', 'x')`.execute(tx)
    afterCommit(tx, () => {
      rang = true
    })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  const { rows } = await sql`select 1 from platform.keyring where name = 'rolled-back'`.execute(db)
  assert.deepEqual([rows.length, rang], [0, false])
})

test('50 simultaneous transactions each see only their own writes until they commit', async () => {
  const { db } = await testDatabase()
  const counts = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      transact(db, async (tx) => {
        await sql`insert into platform.keyring (name, value) values (${`many-${i}`}, 'x')`.execute(tx)
        const { rows } = await sql<{
          n: number
        }>`select count(*) as n from platform.keyring where name = ${`many-${i}`}`.execute(tx)
        return rows[0]!.n
      }),
    ),
  )
  assert.ok(counts.every((n) => n === 1))
})

test('different simultaneous queries each get their own answer', async () => {
  const { db } = await testDatabase()
  const one = async (i: number) => (await sql<{ a: number }>`select ${i}::int as a`.execute(db)).rows[0]!.a === i
  const two = async (i: number) =>
    (await sql<{ b: string }>`select ${i}::int + ${1}::int || ${'x'}::text as b`.execute(db)).rows[0]!.b === `${i + 1}x`
  const answers = await Promise.all(Array.from({ length: 400 }, (_, i) => (i % 2 ? one(i) : two(i))))
  assert.ok(answers.every(Boolean))
})

test('a second process on a data folder is refused with advice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-lock-'))
  const lock = await lockFolder(folder)
  await assert.rejects(
    lockFolder(folder),
    (error: Error) => error instanceof DataFolderInUse && /DATA_DIR/.test(error.message),
  )
  await lock.release()
  await (await lockFolder(folder)).release()
})

test('a cursor of another list, or an altered one, is rejected', () => {
  const cursor = encodeCursor('acme pages', ['page_1'])
  assert.deepEqual(decodeCursor('acme pages', cursor), ['page_1'])
  for (const bad of [encodeCursor('globex pages', ['page_1']), `${cursor}x`, 'nonsense', ''])
    assert.throws(() => decodeCursor('acme pages', bad), { code: 'invalid_cursor' })
})

const cursorOf = (list: string, text: string): string => {
  const check = createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, 12)
  return Buffer.from(`${check}${text}`).toString('base64url')
}

test('a cursor with a valid check but invalid content is rejected', async () => {
  const refused = { code: 'invalid_cursor' }
  const { db } = await testDatabase()
  const byId = (cursor: string) => pageById('list', { limit: 10, cursor }, async () => [])
  const numbers = (cursor: string) =>
    pageBy<{ n: number }>(
      'list',
      { limit: 10, cursor },
      ({ n }) => [n],
      async ([after]) => (await sql<{ n: number }>`select 1 as n where ${after}::int > 1`.execute(db)).rows,
    )
  for (const text of [
    '["\\u0000"]',
    'null',
    '{}',
    '[]',
    '[[1,2]]',
    '[null]',
    '[true]',
    '[{}]',
    'not json',
    '',
    '"a"',
  ]) {
    await assert.rejects(byId(cursorOf('list', text)), refused, text)
    await assert.rejects(numbers(cursorOf('list', text)), refused, text)
  }
  await assert.rejects(byId(cursorOf('list', '[1]')), refused)
  for (const text of ['["a"]', '[1e300]', '[99999999999]', '[0.5]'])
    await assert.rejects(numbers(cursorOf('list', text)), refused, text)
  assert.equal((await numbers(cursorOf('list', '[5]'))).items.length, 1)
})

test('paging through a list by cursor returns every row once', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => ({ id: String(99 - i) }))
  const read = async (after: string | undefined, count: number) =>
    rows.filter((r) => !after || r.id < after).slice(0, count)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await pageById('list', { limit: 10, ...(cursor && { cursor }) }, read)
    seen.push(...page.items.map((r) => r.id))
    cursor = page.next
  } while (cursor)
  assert.deepEqual(
    seen,
    rows.map((r) => r.id),
  )
})
