// Brings the stored claims of a page in line with a reading of it.
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { ClaimRow } from '../directory-tables.ts'
import type { Matched } from './match-claims.ts'
import { endClaims, insertClaims, moveClaims } from './store.ts'
import type { Draft } from './tables.ts'

export interface Place {
  vendorId: string
  sourceId: string
  snapshotId: string
  now: Date
}

export interface ClaimRows {
  added: ClaimRow[]
  ended: ClaimRow[]
  /** They say the same, and go over to the new snapshot. */
  moved: ClaimRow[]
}

/** `seenAt` is the fetch that has found them again; null where only the extractor looked again. */
export function rowsOf({ added, ended, changed, kept }: Matched, at: Place, seenAt: Date | null): ClaimRows {
  const begun = [...added, ...changed.map(({ after }) => after)]
  const over = [...ended, ...changed.map(({ before }) => before)]
  return {
    added: begun.map((draft) => rowOf(draft, at)),
    ended: over.map((row) => ({ ...row, valid_to: at.now })),
    moved: kept.map(({ before, after }) => ({
      ...before,
      ...after,
      snapshot_id: at.snapshotId,
      last_seen_at: seenAt ?? before.last_seen_at,
    })),
  }
}

/** Ended first: a key stands for one current claim of a source. */
export async function writeClaims(tx: Provenance['db'], { added, ended, moved }: ClaimRows, now: Date): Promise<void> {
  if (ended.length > 0)
    await endClaims(
      tx,
      ended.map(({ id }) => id),
      now,
    )
  await insertClaims(tx, added)
  await moveClaims(tx, moved)
}

const rowOf = (draft: Draft, { vendorId, sourceId, snapshotId, now }: Place): ClaimRow => ({
  ...draft,
  id: newId('clm'),
  vendor_id: vendorId,
  source_id: sourceId,
  snapshot_id: snapshotId,
  valid_from: now,
  valid_to: null,
  last_seen_at: now,
  recorded_at: now,
})
