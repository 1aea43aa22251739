// Model proposals for operators of the platform: implements contract/provenance/proposals.ts.
import { proposals } from '@veritrace/contract/provenance/proposals'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { decideProposal } from './decide-proposal.ts'
import { stateOfModel } from './state-of-model.ts'
import { listOpen } from './store.ts'
import { viewProposal } from './view.ts'

export const proposalsApi = (deps: Provenance) =>
  implement(proposals, {
    list: async ({ query }) => {
      const { cursor, limit, verdict = 'disputed' } = query
      const page = { limit, ...(cursor !== undefined && { cursor }) }
      const { items, next } = deps.model
        ? await listOpen(deps.db, deps.model.name, verdict, page)
        : { items: [], next: '' }
      return { model: await stateOfModel(deps), proposals: items.map(viewProposal), next }
    },
    decide: ({ params, body }, caller) => decideProposal(deps, caller, params.id, body.decision),
  })
