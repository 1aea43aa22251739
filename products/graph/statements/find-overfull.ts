// Repeated assertions merge their metadata, and the merged metadata has the same size limit as that of a single
// assertion.
import { MOST_METADATA_BYTES } from '@veritrace/contract/graph/statements'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { isDescribed } from './asserted-row.ts'
import { isOverfull, type Problem, TOO_MUCH_METADATA } from './check-statement.ts'
import { listLongMerges } from './store.ts'
import type { AssertedRow, Metadata } from './tables.ts'

/** The problem of each row whose merged metadata would exceed the limit, by index. Empty if there is none. */
export async function findOverfull(
  tx: Db<Tables>,
  caller: Caller,
  rows: readonly Pick<AssertedRow, 'id' | 'metadata'>[],
): Promise<(Problem | undefined)[]> {
  const additions = new Map<string, Metadata>()
  const suspects = new Map<string, Metadata>()
  for (const { id, metadata } of rows.filter(isDescribed)) {
    const before = additions.get(id)
    additions.set(id, before ? { ...before, ...metadata } : metadata)
    // A single one was measured when it was checked.
    if (before) suspects.set(id, additions.get(id)!)
  }
  if (additions.size === 0) return []
  const merges = await listLongMerges(tx, caller.tenant, caller.workspace, additions, MOST_METADATA_BYTES)
  for (const { id, merged } of merges) suspects.set(id, merged)
  const full = new Set([...suspects].filter(([, metadata]) => isOverfull(metadata)).map(([id]) => id))
  if (full.size === 0) return []
  return rows.map((row) => (isDescribed(row) && full.has(row.id) ? TOO_MUCH_METADATA : undefined))
}
