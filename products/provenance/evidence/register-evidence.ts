// Turns an upload into evidence: hidden, unreviewed, and not available for download until it was scanned.
import type { Evidence, NewEvidence } from '@veritrace/contract/provenance/evidence'
import { type Caller, requireRole } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { planPurge } from '../retention/plan-purge.ts'
import { inputColumns } from './input.ts'
import { allowedFrom, renewalDue } from './rules.ts'
import { findEvidence, insertEvidence, isReplacementOpen, lockEvidence } from './store.ts'
import { checkUpload, takeUpload } from './take-upload.ts'
import { viewEvidence } from './view.ts'

export async function registerEvidence(deps: Provenance, caller: Caller, body: NewEvidence): Promise<Evidence> {
  const { storage_key_token: token, sha256, supersedes_id, ...input } = body
  if (input.legal_hold !== undefined) requireRole(caller, 'admin')
  const columns = inputColumns(input)
  await checkUpload(deps, caller, token, sha256)
  return transact(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    const id = newId('evd')
    const now = deps.clock.now()
    const lineage = supersedes_id === undefined ? {} : await lineageOf(inside, caller, supersedes_id)
    await insertEvidence(tx, {
      ...columns,
      ...(columns.renewal_due_at === undefined && { renewal_due_at: renewalDue(columns) }),
      ...lineage,
      ...(await takeUpload(inside, caller, token, id)),
      id,
      tenant_id: caller.tenant,
      created_at: now,
      updated_at: now,
    }).catch((error) => {
      if (isReplacementOpen(error)) fail('evidence_replacement_open')
      throw error
    })
    await planPurge(tx, caller.tenant, { id, lineage_id: null, ...lineage })
    await deps.events.record(tx, caller, {
      action: 'evidence.create',
      resource: { type: 'evidence', id, label: body.title },
      data: { kind: body.kind, ...(supersedes_id && { supersedes_id }) },
    })
    return viewEvidence((await findEvidence(tx, caller.tenant, id))!)
  })
}

/** The lineage columns of a new version. */
async function lineageOf({ db: tx }: Provenance, { tenant }: Caller, id: string) {
  const message = `names “${id}”, which does not exist`
  const errors = [{ path: 'supersedes_id', message }]
  const old = (await lockEvidence(tx, tenant, id)) ?? fail('unknown_reference', `supersedes_id ${message}.`, { errors })
  if (old.review_status !== 'approved' && old.review_status !== 'expired')
    forbiddenTransition('piece of evidence', old.review_status, 'superseded', allowedFrom(old.review_status))
  return { supersedes_id: id, lineage_id: old.lineage_id ?? old.id, version: old.version + 1 }
}
