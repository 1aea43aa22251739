// Updates the verdicts of proposals when the claims of their vendor have changed, without calling the model.
import type { Provenance } from '../deps.ts'
import { listClaimFacts } from '../vendors/facts-store.ts'
import { verdictOf } from './settle.ts'
import { listCurrent, listUnsettled, settle } from './store.ts'

const AT_ONCE = 200

export async function settleProposals({ db, clock }: Pick<Provenance, 'db' | 'clock'>, model: string): Promise<void> {
  const now = clock.now()
  for (const vendorId of await listUnsettled(db, model, AT_ONCE)) {
    const [current, evidence] = [await listCurrent(db, vendorId, model), await listClaimFacts(db, [vendorId])]
    for (const one of current) await settle(db, one.id, verdictOf(one, evidence, current), now)
  }
}
