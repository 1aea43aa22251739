// Background jobs of the model, separate from crawling: find recorded documents, and show each to the model.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { proposeClaims } from './propose-claims.ts'
import { listDue } from './readings-store.ts'
import { settleProposals } from './settle-proposals.ts'

const PROPOSE_CLAIMS = 'propose-claims'
const FIND_DOCUMENTS = 'find-documents-for-model'
const AT_ONCE = 100

/** Without a model there are no jobs, and no proposals are shown. */
export const proposalsJobs = (deps: Provenance): Job[] => {
  const { model } = deps
  if (!model) return []
  return [
    {
      name: FIND_DOCUMENTS,
      schedule: '*/5 * * * *',
      concurrency: 1,
      handle: async () => {
        await settleProposals(deps, model.name)
        if (model.isResting()) return
        for (const snapshot_id of await listDue(deps.db, model.name, deps.clock.now(), AT_ONCE))
          await deps.jobs.add(deps.db, PROPOSE_CLAIMS, { snapshot_id }, { key: snapshot_id })
      },
    },
    {
      name: PROPOSE_CLAIMS,
      concurrency: 1,
      timeoutSeconds: 1_800,
      handle: ({ snapshot_id }: { snapshot_id: string }, run) => proposeClaims(deps, model, snapshot_id, run),
    },
  ]
}
