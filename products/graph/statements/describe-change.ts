// The effect of a change on metadata lines.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { type DescribedRow, type MetaDelta, metaDelta } from './meta-lines.ts'
import { listDescribed, type Removed } from './store.ts'
import type { AssertedRow } from './tables.ts'

/** The existing statements among those with new metadata. Call before the write. */
export async function listKnownOf(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  described: readonly AssertedRow[],
): Promise<Removed[]> {
  if (described.length === 0) return []
  return listDescribed(
    tx,
    tenant,
    workspace,
    described.map(({ id }) => id),
  )
}

interface Written {
  /** Asserted statements with metadata. */
  described: readonly AssertedRow[]
  /** Result of `listKnownOf`. */
  known: readonly Removed[]
  removed: readonly Removed[]
  now: Date
}

export function describeChange(tenant: string, workspace: string, written: Written): MetaDelta {
  const { described, known, removed, now } = written
  const before = new Map(known.map((row) => [row.id, row]))
  const after = described.map((row): DescribedRow => {
    const old = before.get(row.id)
    return old ? { ...old, metadata: { ...old.metadata, ...row.metadata } } : { ...row, created_at: now }
  })
  return metaDelta(tenant, workspace, [...known, ...removed], after)
}
