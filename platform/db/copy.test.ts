import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../testing/db.ts'
import { canCopy, copyRows } from './copy.ts'
import { transact } from './transact.ts'

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const rowsOf = (texts: string[]): Buffer =>
  Buffer.concat([
    HEADER,
    ...texts.flatMap((text) => {
      const head = Buffer.alloc(6)
      head.writeInt16BE(1)
      head.writeInt32BE(Buffer.byteLength(text), 2)
      return [head, Buffer.from(text)]
    }),
    Buffer.of(0xff, 0xff),
  ])

test('a server accepts rows by COPY and reports errors in them; the embedded database is skipped', async (t) => {
  const { db } = await testDatabase()
  if (!canCopy(db)) return t.skip('embedded')
  const texts = Array.from({ length: 3_000 }, (_, i) => `${i} ${'Grüße\t\\N '.repeat(9)}`)
  await transact(db, async (tx) => {
    await sql`create temp table copied (text text primary key) on commit drop`.execute(tx)
    await copyRows(tx, 'copied (text)', rowsOf(texts))
    const { rows } = await sql<{ text: string }>`select text from copied`.execute(tx)
    assert.deepEqual(new Set(rows.map(({ text }) => text)), new Set(texts))
    await sql`savepoint before`.execute(tx)
    await assert.rejects(copyRows(tx, 'copied (text)', rowsOf(['new', texts[0]!])), { constraint: 'copied_pkey' })
    await sql`rollback to savepoint before`.execute(tx)
    await assert.rejects(copyRows(tx, 'copied (text)', rowsOf(['cut']).subarray(0, 23)), /COPY/)
    await sql`rollback to savepoint before`.execute(tx)
    const { rows: left } = await sql<{ count: number }>`select count(*) as count from copied`.execute(tx)
    assert.equal(left[0]!.count, texts.length)
  })
})
