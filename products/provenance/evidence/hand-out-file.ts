// Creates a short-lived download URL. Each one is recorded in the audit log.
import type { EvidenceUrl } from '@veritrace/contract/provenance/evidence'
import type { Caller } from '@veritrace/platform/caller'
import { iso } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { gone } from './gone.ts'
import { serveProblem } from './rules.ts'
import { findEvidence, touchEvidence } from './store.ts'
import type { EvidenceRow } from './tables.ts'

/** Lifetime of an upload URL. */
export const LINK_SECONDS = 15 * 60
/** Shorter than for uploads: downloads start immediately, and S3 accepts a signed URL even after the tenant was deleted. */
const DOWNLOAD_SECONDS = 5 * 60

/** If this server serves the URL itself, the URL also ends with the access of `by`. */
export async function handOutFile(
  deps: Provenance,
  caller: Caller,
  id: string,
  by: string | undefined = caller.actor.id,
): Promise<EvidenceUrl> {
  const row = (await findEvidence(deps.db, caller.tenant, id)) ?? (await gone(deps.db, caller.tenant, id))
  const problem = serveProblem(row)
  if (problem) fail(problem)
  if (row.storage_tier !== 'hot') return describeCold(row)
  const link = await deps.blobs.presignGet(row.storage_key!, {
    expiresIn: DOWNLOAD_SECONDS,
    owner: caller.tenant,
    by,
    filename: row.filename ?? row.title,
  })
  return transact(deps.db, async (tx) => {
    await touchEvidence(tx, caller.tenant, id, deps.clock.now())
    await deps.events.record(tx, caller, {
      action: 'evidence.access',
      resource: { type: 'evidence', id, label: row.title },
      data: { sha256: row.sha256 },
    })
    return { storage_tier: 'hot' as const, ...link }
  })
}

const describeCold = (row: EvidenceRow): EvidenceUrl => ({
  storage_tier: row.storage_tier === 'restoring' ? 'restoring' : 'cold',
  title: row.title,
  size_bytes: row.size_bytes!,
  sha256: row.sha256!,
  restore: {
    status: row.storage_tier === 'restoring' ? 'in_progress' : 'not_requested',
    requested_at: iso(row.restore_requested_at),
    eta: null,
  },
})
