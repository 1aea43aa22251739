// Deletes the rows of a deleted tenant after a grace period in which an operator can restore it.
import type { Blobs } from '../../blobs/blobs.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Database } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { purgeOrder } from './purge-order.ts'
import * as store from './purge-store.ts'

const GRACE_MS = 30 * 24 * 3_600_000
/** Tenants per run; the next run handles the rest. */
const AT_ONCE = 20

interface Purge {
  database: Pick<Database, 'patiently'>
  db: Db
  clock: Clock
  blobs: Pick<Blobs, 'delete'>
}

/** May be interrupted at any point; the next run continues. */
export async function purgeTenants({ database, db, clock, blobs }: Purge): Promise<void> {
  const now = clock.now()
  const due = await store.listTenantsToPurge(db, new Date(now.getTime() - GRACE_MS), AT_ONCE)
  if (due.length === 0) return
  const tables = purgeOrder(await store.readTablesWith(db, 'tenant_id'), await store.readReferences(db))
  for (const tenant of due) {
    await store.deleteLonelyUsers(db, tenant)
    await deleteFiles({ db, blobs }, tables, tenant)
    for (const table of tables) await store.deleteRowsOf(db, table, tenant)
    await database.patiently((own) =>
      transact(own, async (tx) => {
        await store.deleteAudit(tx, tenant)
        await store.markPurged(tx, tenant, now)
      }),
    )
  }
}

/** Deletes blobs before the rows that name them, so that an interrupted run can continue. */
async function deleteFiles(
  { db, blobs }: Pick<Purge, 'db' | 'blobs'>,
  tables: readonly string[],
  tenant: string,
): Promise<void> {
  for (const column of store.FILE_COLUMNS)
    for (const table of await store.readTablesWith(db, column))
      if (tables.includes(table))
        for await (const key of filesOf(db, { table, column }, tenant)) await blobs.delete(key)
}

async function* filesOf(db: Db, place: Parameters<typeof store.listFiles>[1], tenant: string): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const keys = await store.listFiles(db, place, tenant, after)
    yield* keys
    if (keys.length === 0) return
    after = keys.at(-1)!
  }
}
