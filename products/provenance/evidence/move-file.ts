// Moves a file between hot and cold storage: copy and verify, then point the row to the copy, then delete the original.
// Every copy gets a new key, so that a late delete cannot hit a file that was moved back.

import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { deleteObject } from './leftovers.ts'
import { keyPrefix } from './rules.ts'
import { lockEvidence, updateEvidenceRow } from './store.ts'
import type { EvidenceRow } from './tables.ts'
import { deleteLeftover, insertLeftover } from './upload-store.ts'

type Deps = Pick<Provenance, 'db' | 'blobs' | 'clock' | 'events'>
type Place = Pick<EvidenceRow, 'id' | 'storage_key'>

/** False if the row changed in the meantime: it has another file, is under legal hold, or was deleted. */
export async function moveFile(deps: Deps, caller: Caller, row: Place, tier: 'hot' | 'cold'): Promise<boolean> {
  const { db, blobs, clock } = deps
  const key = keyPrefix(caller.tenant, tier) + newId('obj')
  const old = row.storage_key!
  const blob = await blobs.get(old)
  if (!blob) throw new Error('The file is missing in the store.')
  // The copy counts as a leftover until the row refers to it.
  await insertLeftover(db, caller.tenant, key, clock.now())
  await blobs.put(key, blob.stream, { contentType: blob.contentType, sha256: blob.sha256, ifAbsent: true })
  const moved = await transact(db, (tx) => rename({ ...deps, db: tx }, caller, { ...row, key, tier }))
  await deleteObject(deps, caller.tenant, moved ? old : key)
  return moved
}

async function rename(
  { db: tx, clock, events }: Deps,
  caller: Caller,
  { id, storage_key, key, tier }: Place & { key: string; tier: 'hot' | 'cold' },
): Promise<boolean> {
  const row = await lockEvidence(tx, caller.tenant, id)
  if (!row || row.storage_key !== storage_key || (tier === 'cold' && row.legal_hold)) return false
  const now = clock.now()
  await updateEvidenceRow(tx, caller.tenant, id, {
    storage_key: key,
    storage_tier: tier,
    restore_requested_at: null,
    ...(tier === 'hot' && { restored_at: now }),
    updated_at: now,
  })
  await insertLeftover(tx, caller.tenant, storage_key!, now)
  await deleteLeftover(tx, caller.tenant, key)
  await events.record(tx, caller, {
    action: tier === 'hot' ? 'evidence.restore' : 'evidence.tier_to_cold',
    resource: { type: 'evidence', id, label: row.title },
    changes: [{ field: 'storage_tier', from: row.storage_tier, to: tier }],
  })
  return true
}
