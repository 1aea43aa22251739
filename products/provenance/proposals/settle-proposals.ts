// Proposals are weighed anew when what the rules say of their vendor has changed; the model is not asked for that.
import type { Provenance } from '../deps.ts'
import { listClaimFacts } from '../vendors/facts-store.ts'
import { verdictOf } from './settle.ts'
import { listStanding, listUnsettled, settle } from './store.ts'

const AT_ONCE = 200

export async function settleProposals({ db, clock }: Pick<Provenance, 'db' | 'clock'>, model: string): Promise<void> {
  const now = clock.now()
  for (const vendorId of await listUnsettled(db, model, AT_ONCE)) {
    const [standing, evidence] = [await listStanding(db, vendorId, model), await listClaimFacts(db, [vendorId])]
    for (const one of standing) await settle(db, one.id, verdictOf(one, evidence, standing), now)
  }
}
