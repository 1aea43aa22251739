// Changes evidence: its review status, its file, its storage tier, or its details.
import type { Evidence, EvidencePatch } from '@veritrace/contract/provenance/evidence'
import { type Caller, requireRole } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Provenance } from '../deps.ts'
import { planPurge } from '../retention/plan-purge.ts'
import { gone } from './gone.ts'
import { inputColumns } from './input.ts'
import { deleteObject } from './leftovers.ts'
import { askForRestore } from './restore-evidence.ts'
import { requireStep, stepColumns, supersede } from './review-evidence.ts'
import { allowedFrom, hasDetails, isHandling, isWritable, renewalAfter, takesFile } from './rules.ts'
import { findEvidence, lockEvidence, updateEvidenceRow } from './store.ts'
import type { EvidenceRow } from './tables.ts'
import { checkUpload, takeUpload } from './take-upload.ts'
import { insertLeftover } from './upload-store.ts'
import { viewEvidence } from './view.ts'

export async function updateEvidence(
  deps: Provenance,
  caller: Caller,
  id: string,
  patch: EvidencePatch,
  ifVersion?: number,
): Promise<Evidence> {
  requireEditor(caller, patch)
  if (patch.storage_key_token !== undefined) await checkUpload(deps, caller, patch.storage_key_token)
  let leftover: string | null = null
  const evidence = await transact(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    const before = (await lockEvidence(tx, caller.tenant, id)) ?? (await gone(tx, caller.tenant, id))
    if (ifVersion !== undefined && ifVersion !== before.version) staleVersion('evidence', before.version)
    if (hasDetails(patch) && !isWritable(before.review_status)) fail('evidence_locked')
    const after = await change(inside, caller, before, patch)
    if (after.storage_key !== before.storage_key) leftover = before.storage_key
    return viewEvidence(after)
  })
  if (leftover) await deleteObject(deps, caller.tenant, leftover)
  return evidence
}

function requireEditor(caller: Caller, patch: EvidencePatch): void {
  if (isHandling(patch)) requireRole(caller, 'member')
  if (patch.legal_hold !== undefined) requireRole(caller, 'admin')
  if (patch.storage_key_token !== undefined && patch.review_status !== undefined)
    fail('unacceptable', 'A new file restarts the review. Change the review status in a separate request.')
}

async function change(
  deps: Provenance,
  caller: Caller,
  before: EvidenceRow,
  patch: EvidencePatch,
): Promise<EvidenceRow> {
  const { db: tx, events, clock } = deps
  const { storage_key_token, storage_tier, review_status, review_reason, ...input } = patch
  const step = await requireStep(deps, caller, before, patch)
  const file = storage_key_token === undefined ? undefined : await newFile(deps, caller, before, storage_key_token)
  const columns = inputColumns(input, before)
  const renewal = renewalAfter(before, columns)
  await updateEvidenceRow(tx, caller.tenant, before.id, {
    ...columns,
    ...renewal,
    ...(storage_tier && (await askForRestore(deps, before))),
    ...stepColumns(step, caller, patch, clock.now()),
    ...file,
    updated_at: clock.now(),
  })
  await planPurge(tx, caller.tenant, before)
  const old = step?.action === 'approve' ? await supersede(deps, caller, before) : undefined
  const after = (await findEvidence(tx, caller.tenant, before.id))!
  await events.record(tx, caller, {
    action: `evidence.${step?.action ?? (file ? 'replace_file' : 'update')}`,
    resource: { type: 'evidence', id: after.id, label: after.title },
    changes: changesOf(before, after, {
      ...input,
      ...renewal,
      review_status,
      review_reason,
      storage_tier,
      ...(file && { sha256: 0 }),
    }),
    data: { kind: after.kind, review_status: after.review_status },
  })
  if (old)
    await events.record(tx, caller, {
      action: 'evidence.supersede',
      resource: { type: 'evidence', id: old.id, label: old.title },
      changes: [{ field: 'review_status', from: old.review_status, to: 'superseded' }],
      data: { kind: old.kind, review_status: 'superseded', superseded_by: after.id },
    })
  return after
}

/** Replaces the file and schedules the old one for deletion: a file that was not accepted must not remain readable. */
async function newFile(deps: Provenance, caller: Caller, before: EvidenceRow, token: string) {
  if (!takesFile(before))
    forbiddenTransition('piece of evidence', before.review_status, 'pending', allowedFrom(before.review_status))
  if (before.legal_hold) fail('evidence_on_hold')
  if (before.storage_key) await insertLeftover(deps.db, caller.tenant, before.storage_key, deps.clock.now())
  const columns = await takeUpload(deps, caller, token, before.id)
  return { ...columns, review_status: 'pending' as const, restore_requested_at: null }
}
