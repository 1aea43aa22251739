// Label vectors are computed in the background. Adding a job with every change would slow down all writes. Instead, a
// job runs every minute to find workspaces with changes, and a search by meaning requests embedding immediately.
import { transact } from '@veritrace/platform/db/transact'
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { EmbedderError } from '../embedder/embedder.ts'
import { embedLabels } from './embed-labels.ts'
import { listBehind } from './progress-store.ts'
import { EMBED_WORKSPACE } from './request-embedding.ts'

/** Takes about half a minute with the built-in model; then other workspaces get their turn. */
const NODES_IN_RUN = 2_000
const WORKSPACES_AT_ONCE = 500

interface Workspace {
  tenant: string
  workspace: string
}

export const searchJobs = (deps: Graph): Job[] => {
  const add = (data: Workspace) =>
    transact(deps.db, (tx) => deps.jobs.add(tx, EMBED_WORKSPACE, data, { key: `${data.tenant} ${data.workspace}` }))
  const embed: Job<Workspace> = {
    name: EMBED_WORKSPACE,
    // A single worker, shared fairly among tenants.
    concurrency: 1,
    isShared: true,
    handle: async ({ tenant, workspace }, { signal, log }) => {
      const more = await embedLabels(deps, { tenant, workspace }, { budget: NODES_IN_RUN, signal }).catch((error) => {
        // The next run tries again. Failing every minute while the embedder is down would only create dead jobs.
        if (!(error instanceof EmbedderError)) throw error
        log.warn({ err: error }, 'the embedder did not answer')
        return false
      })
      if (more) await add({ tenant, workspace })
    },
  }
  const look: Job = {
    name: 'find-unembedded-workspaces',
    schedule: '* * * * *',
    concurrency: 1,
    handle: async () => {
      for (const found of await listBehind(deps.db, deps.search.embedder.kind, WORKSPACES_AT_ONCE)) await add(found)
    },
  }
  return [embed, look]
}
