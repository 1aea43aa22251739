import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../testing/db.ts'
import { textArray } from './text-array.ts'

test('the database reads back every written value unchanged', async () => {
  const { db } = await testDatabase()
  const values = [
    '',
    'a',
    null,
    'NULL',
    'null',
    '"',
    '\\',
    '\\"',
    '{}',
    ',',
    ' a ',
    'a\nb\tc',
    '“é”😀',
    '{a,b}',
    '\x01',
  ]
  const { rows } = await sql<{ values: string[] }>`select ${textArray(values)}::text[] as values`.execute(db)
  assert.deepEqual(rows[0]!.values, values)
  const { rows: none } = await sql<{ values: string[] }>`select ${textArray([])}::text[] as values`.execute(db)
  assert.deepEqual(none[0]!.values, [])
})
