// Scans new files for viruses. Without a configured scanner, files are marked as skipped, not as clean.

import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { findCustomer } from '../pages/store.ts'
import { scanBytes } from './clamav.ts'
import type { EvidenceTask } from './restore-evidence.ts'
import { findEvidence, lockEvidence, updateEvidenceRow } from './store.ts'
import type { EvidenceRow } from './tables.ts'

export const SCAN = 'scan-evidence'

/** The scan columns of a new file. */
export const scanColumns = ({ config }: Pick<Provenance, 'config'>) =>
  config.scan.clamavUrl
    ? { scan_status: 'pending' as const, scan_detail: null }
    : { scan_status: 'skipped' as const, scan_detail: 'This server has no virus scanner.' }

export async function askForScan({ db: tx, jobs, config }: Provenance, tenant: string, id: string): Promise<void> {
  if (config.scan.clamavUrl) await jobs.add(tx, SCAN, { tenant, id } satisfies EvidenceTask)
}

export async function scanEvidence(deps: Provenance, { tenant, id }: EvidenceTask): Promise<void> {
  const row = await findEvidence(deps.db, tenant, id)
  const url = deps.config.scan.clamavUrl
  if (!url || row?.scan_status !== 'pending' || row.upload_status !== 'uploaded') return
  const blob = await deps.blobs.get(row.storage_key!)
  const columns = blob ? verdictColumns(await scanBytes(url, blob.stream)) : { upload_status: 'failed' as const }
  await saveVerdict(deps, row, columns)
}

const verdictColumns = (found: string | null) =>
  found === null
    ? { scan_status: 'clean' as const, scan_detail: null }
    : { scan_status: 'infected' as const, scan_detail: found }

async function saveVerdict(
  { db, events, clock }: Provenance,
  { tenant_id: tenant, id, storage_key }: EvidenceRow,
  columns: Partial<Pick<EvidenceRow, 'scan_status' | 'scan_detail' | 'upload_status'>>,
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await lockEvidence(tx, tenant, id)
    // The file was replaced in the meantime; the new one is scanned separately.
    if (row?.storage_key !== storage_key) return
    await updateEvidenceRow(tx, tenant, id, { ...columns, updated_at: clock.now() })
    const customer = await findCustomer(tx, tenant)
    await events.record(tx, systemCaller(tenant, customer?.customer_id ?? ''), {
      action: 'evidence.scan',
      resource: { type: 'evidence', id, label: row!.title },
      outcome: columns.scan_status === 'clean' ? 'success' : 'failed',
      data: { ...columns },
    })
  })
}
