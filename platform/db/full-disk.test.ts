import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { testDatabase } from '../testing/db.ts'
import { testFolder } from '../testing/folder.ts'
import { checkFree, checkRoom, noteFailure, SPILL } from './full-disk.ts'
import { transact } from './transact.ts'

test('a write that finds the disk full is remembered until a write succeeds, and for a while longer', async () => {
  const { db } = await testDatabase()
  const full = transact(db, (tx) =>
    sql`do $$ begin raise exception 'could not extend file "base/5/16384": No space left on device'
      using errcode = 'disk_full'; end $$`.execute(tx),
  )
  await assert.rejects(full, { code: '53100' })
  await assert.rejects(checkRoom(db, 300), /found the disk full/)
  await sleep(310)
  await checkRoom(db, 300)
  await checkRoom(db, 60_000)
})

test('other failures of a transaction, and full disks elsewhere, do not count as a full database disk', async () => {
  const { db } = await testDatabase()
  await assert.rejects(transact(db, (tx) => sql`select 1 / 0`.execute(tx)))
  noteFailure(
    db,
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }),
  )
  await checkRoom(db)
})

test('a folder whose disk has less free space than required is reported', async () => {
  await checkFree(testFolder(), 1)
  await assert.rejects(checkFree(testFolder(), Number.MAX_SAFE_INTEGER), /MiB are free/)
})

test('the query that tests for free space does write to disk', async () => {
  const { db, kind } = await testDatabase()
  const { rows } = await transact(db, async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    return sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers) ${sql.raw(SPILL)}`.execute(tx)
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  const pages = Number(/temp read=\d+ written=(\d+)/.exec(plan)?.[1])
  assert.ok(pages * 8 > 900, `${kind}: ${plan}`)
})
