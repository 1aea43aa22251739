// Work of the graph sync that nobody waits for.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import type { GraphClient } from './graph-client.ts'
import { SYNC_GRAPH } from './queue-statements.ts'
import { syncGraph } from './sync-graph.ts'

/** Without a graph to speak to, what is to be said waits. */
export const graphSyncJobs = (deps: Provenance, graph: GraphClient | undefined): Job[] => [
  {
    name: SYNC_GRAPH,
    schedule: '* * * * *',
    concurrency: 1,
    // Every minute there is another one; tries are counted for each change, not for the run.
    retries: 0,
    handle: async (_: object, { signal }) => {
      if (graph) await syncGraph(deps, graph, signal)
    },
  },
]
