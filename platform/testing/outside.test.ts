import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { transact } from '../db/transact.ts'
import { testDatabase } from './db.ts'

test('in tests a query inside a transaction that does not use it is rejected', async () => {
  const { db } = await testDatabase()
  const outside = transact(db, async () => sql`select 1`.execute(db))
  await assert.rejects(outside, /does not use `tx`/)
  await transact(db, async (tx) => sql`select 1`.execute(tx))
  await sql`select 1`.execute(db)
})
