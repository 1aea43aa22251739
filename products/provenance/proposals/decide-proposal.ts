// Records an operator's decision on a proposal. A confirmed proposal is shown as reviewed, but never becomes evidence.
import type { ModelProposal } from '@veritrace/contract/provenance/proposals'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { decide, findCurrent } from './store.ts'
import { viewProposal } from './view.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'events'>

export function decideProposal(
  { db, clock, events }: Deps,
  caller: Caller,
  id: string,
  decision: 'confirmed' | 'dismissed',
): Promise<ModelProposal> {
  return transact(db, async (tx) => {
    if (!(await findCurrent(tx, id))) notFound('model_proposal', id)
    await decide(tx, id, decision, clock.now())
    const decided = (await findCurrent(tx, id))!
    await events.record(tx, caller, {
      action: 'model_proposal.decide',
      resource: { type: 'model_proposal', id, label: decided.claim_text },
      data: { decision, vendor_id: decided.vendor_id, model: decided.model, verdict: decided.verdict },
    })
    return viewProposal(decided)
  })
}
