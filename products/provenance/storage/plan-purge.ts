// A piece of evidence says which policy will delete it, and when, from the change on that makes it so.
import type { Provenance } from '../deps.ts'
import type { EvidenceRow } from '../evidence/tables.ts'
import { planPurges } from './match-store.ts'
import { listEnabledPolicies } from './store.ts'

/** In the transaction that has written the piece. */
export async function planPurge(
  tx: Provenance['db'],
  tenant: string,
  piece: Pick<EvidenceRow, 'id' | 'lineage_id'>,
): Promise<void> {
  await planPurges(tx, tenant, await listEnabledPolicies(tx, tenant), piece)
}
