// Builds the statements of an outbox row from the current claims, which may have changed since the row was queued.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { Change } from './facts.ts'
import { listClaims, listSnapshots } from './reading-store.ts'
import { type Named, type ReadClaim, type Reading, renamed, statementsOf } from './statements.ts'
import type { DueRow } from './store.ts'

const NOTHING: Change = { assert: [], retract: [] }

/** A retry sends the same statements again. A deleted vendor has none. */
export async function loadChange(
  db: Db<Tables>,
  row: DueRow,
  vendor: (Named & { id: string }) | undefined,
): Promise<Change> {
  if (row.assert.length + row.retract.length > 0) return row
  if (!vendor) return NOTHING
  if (row.was) return renamed(vendor.id, row.was, vendor)
  const reading = await loadReading(db, row, vendor)
  return reading ? statementsOf(reading, row.created_at) : NOTHING
}

async function loadReading(db: Db<Tables>, row: DueRow, vendor: Reading['vendor']): Promise<Reading | undefined> {
  const claims = new Map((await listClaims(db, [...row.added, ...row.ended])).map((claim) => [claim.id, claim]))
  const chosen = (ids: readonly string[]): ReadClaim[] => ids.flatMap((id) => claims.get(id) ?? [])
  const [added, ended] = [chosen(row.added), chosen(row.ended)]
  const pages = new Set([row.snapshot_id ?? '', ...added.map(({ snapshot_id }) => snapshot_id)])
  const snapshots = await listSnapshots(db, [...pages])
  const snapshot = snapshots.find(({ id }) => id === row.snapshot_id)
  if (!snapshot) return undefined
  const { source_id: id, kind, url } = snapshot
  const later = snapshots.filter((one) => one !== snapshot)
  return { vendor, source: { id, kind, url }, snapshot, later, extractor: row.extractor, added, ended }
}
