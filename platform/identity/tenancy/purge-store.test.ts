import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../testing/db.ts'
import { deleteRowsOf } from './purge-store.ts'

for (const [how, index] of [
  ['with an index by tenant', sql`create index on purged (tenant_id)`],
  ['without one, over many blocks', sql`create index on purged (number) where tenant_id = 'gone'`],
] as const)
  test(`all rows of a tenant are deleted and those of others remain, ${how}`, async () => {
    const { db } = await testDatabase()
    const undone = new Error('undone')
    const purging = db.transaction().execute(async (tx) => {
      await sql`create table purged (tenant_id text not null, number int not null, filling text not null)`.execute(tx)
      await index.execute(tx)
      await sql`
        insert into purged select case when i % 3 = 0 then 'stays' else 'gone' end, i, repeat('x', 100)
        from generate_series(1, 12000) i`.execute(tx)
      await deleteRowsOf(tx, 'purged', 'gone', 7)
      const { rows } = await sql`select tenant_id, count(*)::int as rows from purged group by 1`.execute(tx)
      assert.deepEqual(rows, [{ tenant_id: 'stays', rows: 4_000 }])
      throw undone
    })
    await assert.rejects(purging, undone)
  })
