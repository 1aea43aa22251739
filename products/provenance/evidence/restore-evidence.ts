// Restores a file from cold storage.
import { systemCaller } from '@veritrace/platform/caller'
import type { Provenance } from '../deps.ts'
import { findCustomer } from '../pages/store.ts'
import { moveFile } from './move-file.ts'
import { findEvidence } from './store.ts'
import type { EvidenceRow } from './tables.ts'

export const RESTORE = 'restore-evidence'

export interface EvidenceTask {
  tenant: string
  id: string
}

/** Columns that start a restore; none if the file is hot. Queues the job again if it is restoring, in case it was lost. */
export async function askForRestore({ db: tx, jobs, clock }: Provenance, row: EvidenceRow) {
  if (row.storage_tier === 'hot') return {}
  await jobs.add(tx, RESTORE, { tenant: row.tenant_id, id: row.id } satisfies EvidenceTask, { key: row.id })
  if (row.storage_tier === 'restoring') return {}
  return { storage_tier: 'restoring' as const, restore_requested_at: clock.now() }
}

export async function restoreEvidence(deps: Provenance, { tenant, id }: EvidenceTask): Promise<void> {
  const row = await findEvidence(deps.db, tenant, id)
  if (row?.storage_tier !== 'restoring') return
  const customer = await findCustomer(deps.db, tenant)
  await moveFile(deps, systemCaller(tenant, customer?.customer_id ?? ''), row, 'hot')
}
