// Vectors of labels are made behind the back of the writers. Asking for them in each change would cost every write a
// job; instead a look every minute finds the workspaces that have moved on, and who searches by meaning asks at once.
import { transact } from '@veritrace/platform/db/transact'
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { EmbedderError } from '../embedder/embedder.ts'
import { EMBED_WORKSPACE } from './ask-for-embedding.ts'
import { embedLabels } from './embed-labels.ts'
import { listBehind } from './progress-store.ts'

/** About half a minute of the built-in model; then others have their turn. */
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
    // One thread does it all; the tenants have turns.
    concurrency: 1,
    isShared: true,
    handle: async ({ tenant, workspace }, { signal, log }) => {
      const more = await embedLabels(deps, { tenant, workspace }, { budget: NODES_IN_RUN, signal }).catch((error) => {
        // The next look tries again; a dead letter for every minute of its absence would help nobody.
        if (!(error instanceof EmbedderError)) throw error
        log.warn({ err: error }, 'the embedder does not answer')
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
