// Background jobs of the graph sync.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import type { GraphClient } from './graph-client.ts'
import { SYNC_GRAPH } from './queue-statements.ts'
import { syncGraph } from './sync-graph.ts'

/** If no graph is configured, changes stay in the outbox. */
export const graphSyncJobs = (deps: Provenance, graph: GraphClient | undefined): Job[] => [
  {
    name: SYNC_GRAPH,
    schedule: '* * * * *',
    concurrency: 1,
    // The job runs every minute anyway, and attempts are counted per change.
    retries: 0,
    handle: async (_: object, { signal }) => {
      if (graph) await syncGraph(deps, graph, signal)
    },
  },
]
