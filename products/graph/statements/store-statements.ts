// Writes many statements to the database. COPY is twice as fast as a merging INSERT, but fails if a row exists. So all
// statements are copied first, assuming that they are new; only if that fails are new and existing ones separated.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { Asserted, DescribedRows } from './asserted.ts'
import { copyBytes, giveBack, isWide } from './copy-bytes.ts'
import { indexesBut, type PackedRows } from './packed-rows.ts'
import type { Common } from './tables.ts'
import { copyIfNew, copyStatements, type Known, listKnown, supportsCopy, upsertStatements } from './write-store.ts'

/** For fewer, the three extra queries cost more than they save. */
const FEWEST_COPIED = 200

const isManyFor = (tx: Db<Tables>, { count }: Asserted): boolean => count >= FEWEST_COPIED && supportsCopy(tx)

/** Returns true if all were new and are now stored; otherwise nothing has changed. The workspace must be locked. */
export async function storeNew(tx: Db<Tables>, asserted: Asserted, common: Common): Promise<boolean> {
  if (!isManyFor(tx, asserted)) return false
  return inBytes(await asserted.packed(), common, NONE, (bytes, wide) => copyIfNew(tx, bytes, wide))
}
const NONE: ReadonlySet<string> = new Set()

/** Stores all of them; fails if one exists. */
export const copyPacked = (tx: Db<Tables>, packed: PackedRows, common: Common): Promise<void> =>
  inBytes(packed, common, NONE, (bytes, wide) => copyStatements(tx, bytes, wide))

/** Stores new statements and merges existing ones; returns those that existed. */
export async function storeMerged(tx: Db<Tables>, asserted: Asserted, common: Common): Promise<Known[]> {
  if (!isManyFor(tx, asserted)) return upsertStatements(tx, asserted.columns(), common)
  const known = await listKnown(tx, common.tenant, common.workspace, asserted.ids())
  if (known.size < asserted.count)
    await inBytes(await asserted.packed(), common, known, (bytes, wide) => copyStatements(tx, bytes, wide))
  return known.size > 0 ? upsertStatements(tx, asserted.columns(known), common) : []
}

async function inBytes<T>(
  packed: DescribedRows,
  common: Common,
  but: ReadonlySet<string>,
  copy: (bytes: Uint8Array, wide: boolean) => Promise<T>,
): Promise<T> {
  const bytes = copyBytes(packed, indexesBut(packed, but), common)
  const copied = await copy(bytes, isWide(packed))
  // A rejected copy may still be on its way to the server, so its buffer cannot be reused.
  if (copied !== false) giveBack(bytes)
  return copied
}
