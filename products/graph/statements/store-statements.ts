// Many statements into the database. COPY is twice as fast as an INSERT that merges, but refuses what is there already: so
// first all of them are copied, in the hope that they are new, and only where one is not they are told apart.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { Asserted, DescribedRows } from './asserted.ts'
import { copyBytes, giveBack, isWide } from './copy-bytes.ts'
import { indexesBut, type PackedRows } from './packed-rows.ts'
import type { Common } from './tables.ts'
import { copyIfNew, copyStatements, type Known, listKnown, takesCopies, upsertStatements } from './write-store.ts'

/** Fewer are not worth the three questions. */
const FEWEST_COPIED = 200

const isManyFor = (tx: Db<Tables>, { count }: Asserted): boolean => count >= FEWEST_COPIED && takesCopies(tx)

/** Whether all of them were new, and are stored now. Otherwise nothing has changed. The workspace must be held. */
export async function storeNew(tx: Db<Tables>, asserted: Asserted, common: Common): Promise<boolean> {
  if (!isManyFor(tx, asserted)) return false
  return inBytes(await asserted.packed(), common, NONE, (bytes, wide) => copyIfNew(tx, bytes, wide))
}
const NONE: ReadonlySet<string> = new Set()

/** Stores all of them; fails where one is known. */
export const copyPacked = (tx: Db<Tables>, packed: PackedRows, common: Common): Promise<void> =>
  inBytes(packed, common, NONE, (bytes, wide) => copyStatements(tx, bytes, wide))

/** Stores what is new and merges what is known; answers what was known. */
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
  // A copy that was refused may still be on its way to the server.
  if (copied !== false) giveBack(bytes)
  return copied
}
