// Updates the planned deletion of an evidence row after a change to it.
import type { Provenance } from '../deps.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import { planPurges } from './match-store.ts'
import { listEnabledPolicies } from './store.ts'

/** Runs in the transaction that wrote the row. */
export async function planPurge(
  tx: Provenance['db'],
  tenant: string,
  piece: Pick<EvidenceRow, 'id' | 'lineage_id'>,
): Promise<void> {
  await planPurges(tx, tenant, await listEnabledPolicies(tx, tenant), piece)
}
