// Tracks whether the database's disk is full: a failed write sets the state, and a later successful write clears it.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { databaseTrouble } from './failures.ts'

/** When a write last found the disk full, by handle; transactions share the entry of their handle. */
const fullAt = new WeakMap<object, number>()
const keyOf = (db: Db): object => db.getExecutor().adapter

/**
 * On an almost full disk large writes fail and small ones succeed. The delay avoids flapping between the two states.
 */
const HOLD_MS = 10_000
/** With less free space the embedded database soon fails to write. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

/** Called for every error that breaks a transaction. */
export function noteFailure(db: Db, error: unknown): void {
  // An error of a system call concerns one of our files, not the database.
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

/** Throws if the folder's disk is almost full. */
export async function checkFree(folder: string, least = LEAST_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free < least) throw new Error(`Only ${Math.round(free / 1024 / 1024)} MiB are free.`)
}

/** Produces about 1 MB of temporary data, which exceeds the allowed memory and must be written to disk. */
export const SPILL = `with lines as materialized (
  select repeat(md5(n::text), 8) as line from generate_series(1, 4000) as n
) select count(*) from lines where line > ''`

/** Makes the database write to its disk. */
async function spill(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local work_mem = '64kB'`.execute(tx)
    await sql`set local temp_tablespaces = ''`.execute(tx)
    await sql.raw(SPILL).execute(tx)
  })
}
