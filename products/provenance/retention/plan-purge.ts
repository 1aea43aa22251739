// Updates the planned deletion of an evidence row after a change to it.
import type { Provenance } from '../deps.ts'
import { listEnabledPolicies } from './policy-store.ts'
import { type Piece, planPurges } from './purge-store.ts'

/** Runs in the transaction that wrote the row. */
export async function planPurge(tx: Provenance['db'], tenant: string, piece: Piece): Promise<void> {
  await planPurges(tx, tenant, await listEnabledPolicies(tx, tenant), piece)
}
