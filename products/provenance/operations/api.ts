// Crawl operations for operators of the platform: implements contract/provenance/crawls.ts.
import { crawls } from '@veritrace/contract/provenance/crawls'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { requeueGraph } from './requeue-graph.ts'
import { runCrawl } from './run-crawl.ts'
import { listJobs } from './store.ts'
import { summarizeCrawls } from './summarize-crawls.ts'
import { viewJob } from './view.ts'

export const operationsApi = (deps: Provenance) =>
  implement(crawls, {
    summary: () => summarizeCrawls(deps),
    jobs: async ({ query }) => {
      const { cursor, limit, ...filter } = query
      const { items, next } = await listJobs(deps.db, filter, { limit, ...(cursor !== undefined && { cursor }) })
      return { jobs: items.map(viewJob), next }
    },
    // A request without a body has `body` null.
    run: ({ body }, caller) => runCrawl(deps, caller, body ?? {}),
    requeue: ({ body }, caller) => requeueGraph(deps, caller, body ?? {}),
  })
