// Brings the stored claims of a page in line with a reading of it, and tells what that means.
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { ClaimRow } from '../directory-tables.ts'
import { insertEvents } from '../vendors/derived-store.ts'
import type { EventRow } from './event-rows.ts'
import type { Matched } from './match-claims.ts'
import { endClaims, insertClaims, moveClaims } from './store.ts'
import type { Draft } from './tables.ts'

type Tx = Provenance['db']

interface Place {
  vendorId: string
  sourceId: string
  snapshotId: string
  now: Date
}

export interface Written {
  added: ClaimRow[]
  ended: ClaimRow[]
}

export async function writeClaims(
  tx: Tx,
  { added, ended, changed, kept }: Matched,
  at: Place,
  seenAt: Date | null,
): Promise<Written> {
  const begun = [...added, ...changed.map(({ after }) => after)].map((draft) => ({ ...draft, id: newId('clm') }))
  const over = [...ended, ...changed.map(({ before }) => before)]
  // Ended first: a key stands for one current claim of a source.
  if (over.length > 0)
    await endClaims(
      tx,
      over.map(({ id }) => id),
      at.now,
    )
  await insertClaims(tx, begun, at)
  await moveClaims(tx, kept, at.snapshotId, seenAt)
  return { added: begun.map((draft) => rowOf(draft, at)), ended: over.map((row) => ({ ...row, valid_to: at.now })) }
}

const rowOf = (draft: Draft & { id: string }, { vendorId, sourceId, snapshotId, now }: Place): ClaimRow => ({
  ...draft,
  vendor_id: vendorId,
  source_id: sourceId,
  snapshot_id: snapshotId,
  valid_from: now,
  valid_to: null,
  last_seen_at: now,
  recorded_at: now,
})

const AT_ONCE = 500

export async function tell(tx: Tx, events: readonly EventRow[]): Promise<void> {
  for (let i = 0; i < events.length; i += AT_ONCE) await insertEvents(tx, events.slice(i, i + AT_ONCE))
}
