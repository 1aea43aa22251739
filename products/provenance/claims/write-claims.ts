// Updates the stored claims of a page to match a new reading.
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
  /** Unchanged claims that move to the new snapshot. */
  moved: ClaimRow[]
}

/** `seenAt` is the time of the fetch; null if only the extractor ran again. */
export function rowsOf({ added, ended, changed, kept }: Matched, at: Place, seenAt: Date | null): ClaimRows {
  const started = [...added, ...changed.map(({ after }) => after)]
  const over = [...ended, ...changed.map(({ before }) => before)]
  return {
    added: started.map((draft) => rowOf(draft, at)),
    ended: over.map((row) => ({ ...row, valid_to: at.now })),
    moved: kept.map(({ before, after }) => ({
      ...before,
      ...after,
      snapshot_id: at.snapshotId,
      last_seen_at: seenAt ?? before.last_seen_at,
    })),
  }
}

/** Ends old claims first: a key is unique among the current claims of a source. */
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
