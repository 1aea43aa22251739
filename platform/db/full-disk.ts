// Whether the database's disk has room: a write that found none says so, and it stays said until a write of ours succeeds.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { databaseTrouble } from './failures.ts'

/** When a write last found the disk full, by handle; the transactions of that handle are the same. */
const fullAt = new WeakMap<object, number>()
const keyOf = (db: Db): object => db.getExecutor().adapter

/** On a disk that is almost full large writes fail and small ones do not: that is one story and not many. */
const HOLD_MS = 10_000
/** Less than this, and the embedded database soon cannot write any more. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

/** Told of everything that breaks a transaction. */
export function noteFailure(db: Db, error: unknown): void {
  // What a call to the system says is about a file of ours.
  const isOurFile = typeof (error as NodeJS.ErrnoException | undefined)?.syscall === 'string'
  if (!isOurFile && databaseTrouble(error) === 'full') fullAt.set(keyOf(db), performance.now())
}

/** Throws while the disk is full. */
export async function checkRoom(db: Db, holdMs = HOLD_MS): Promise<void> {
  const at = fullAt.get(keyOf(db))
  if (at === undefined) return
  await spill(db)
  const since = performance.now() - at
  if (since < holdMs) throw new Error(`A write found the disk full ${Math.round(since / 1000)} s ago.`)
  fullAt.delete(keyOf(db))
}

/** Throws where the folder's disk is about to be full. */
export async function checkFree(folder: string, least = LEAST_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < least) throw new Error(`${Math.round(free / 1024 / 1024)} MiB are free.`)
}

/** A megabyte or so that nobody keeps, and that does not fit into the memory it is allowed. */
export const SPILL = `with lines as materialized (
  select repeat(md5(n::text), 8) as line from generate_series(1, 4000) as n
) select count(*) from lines where line > ''`

/** Has the database write. */
async function spill(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    await sql`set local temp_tablespaces = ''`.execute(tx)
    await sql.raw(SPILL).execute(tx)
  })
}
