// Applies a policy to one evidence row. Checks again under the row's lock, because a run can take long.

import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { deleteObject } from '../evidence/leftovers.ts'
import { moveFile } from '../evidence/move-file.ts'
import { deleteEvidence, insertTombstone, lockEvidence, updateEvidenceRow } from '../evidence/store.ts'
import { insertLeftover } from '../evidence/upload-store.ts'
import type { PolicyRow } from '../retention/tables.ts'
import { isMatched, type Match } from './match-store.ts'

/** False if the row is under legal hold or changed in the meantime. */
export function applyPolicy(deps: Provenance, caller: Caller, policy: PolicyRow, match: Match): Promise<boolean> {
  if (policy.action === 'tier_to_cold') return moveFile(deps, caller, match, 'cold')
  if (policy.action === 'anonymise') return anonymise(deps, caller, policy, match)
  return remove(deps, caller, policy, match)
}

async function remove(deps: Provenance, caller: Caller, policy: PolicyRow, { id }: Match): Promise<boolean> {
  const { db, clock, events } = deps
  let leftover: string | null = null
  const removed = await transact(db, async (tx) => {
    const row = await lockEvidence(tx, caller.tenant, id)
    const deleted_at = clock.now()
    if (!row || row.legal_hold || !(await isMatched(tx, caller.tenant, policy, row, deleted_at))) return false
    await insertTombstone(tx, { id, tenant_id: caller.tenant, sha256: row.sha256, policy_id: policy.id, deleted_at })
    await deleteEvidence(tx, caller.tenant, id)
    leftover = row.storage_key
    if (leftover) await insertLeftover(tx, caller.tenant, leftover, deleted_at)
    await events.record(tx, caller, {
      action: 'evidence.remove',
      resource: { type: 'evidence', id, label: row.title },
      reason: 'removed by policy',
      data: { policy_id: policy.id, sha256: row.sha256 },
    })
    return true
  })
  if (leftover) await deleteObject(deps, caller.tenant, leftover)
  return removed
}

/** Clears user ids and free text. The file, its checksum and its review status stay. */
const ANONYMOUS = {
  uploaded_by: null,
  reviewer_id: null,
  filename: null,
  review_reason: null,
  description: '',
  collection_procedure: '',
}

function anonymise(
  { db, clock, events }: Provenance,
  caller: Caller,
  policy: PolicyRow,
  { id }: Match,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const row = await lockEvidence(tx, caller.tenant, id)
    const now = clock.now()
    if (!row || row.legal_hold || !(await isMatched(tx, caller.tenant, policy, row, now))) return false
    await updateEvidenceRow(tx, caller.tenant, id, { ...ANONYMOUS, anonymised_at: now, updated_at: now })
    await events.record(tx, caller, {
      action: 'evidence.anonymise',
      resource: { type: 'evidence', id, label: row.title },
      reason: 'anonymised by policy',
      data: { policy_id: policy.id },
    })
    return true
  })
}
