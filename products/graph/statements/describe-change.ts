// What a change does to the statements about statements.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { type DescribedRow, type MetaDelta, metaDelta } from './meta-lines.ts'
import { listDescribed, type Removed } from './store.ts'
import type { NewRow } from './write-store.ts'

const isDescribed = ({ metadata }: NewRow): boolean => Object.keys(metadata).length > 0

/** Of the statements about which something new is said, those that are known already. Ask before they are written. */
export async function listKnownOf(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  asserted: Iterable<NewRow>,
): Promise<Removed[]> {
  const ids = Iterator.from(asserted)
    .filter(isDescribed)
    .map(({ id }) => id)
    .toArray()
  return ids.length > 0 ? listDescribed(tx, tenant, workspace, ids) : []
}

interface Written {
  asserted: Iterable<NewRow>
  /** From `listKnownOf`. */
  known: readonly Removed[]
  removed: readonly Removed[]
  now: Date
}

export function describeChange(tenant: string, workspace: string, written: Written): MetaDelta {
  const { asserted, known, removed, now } = written
  const before = new Map(known.map((row) => [row.id, row]))
  const after = Iterator.from(asserted)
    .filter(isDescribed)
    .map((row): DescribedRow => {
      const old = before.get(row.id)
      return old ? { ...old, metadata: { ...old.metadata, ...row.metadata } } : { ...row, created_at: now }
    })
  return metaDelta(tenant, workspace, [...known, ...removed], after)
}
