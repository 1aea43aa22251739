// Reads what was taken, and clears away what was left behind.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { INGEST, type IngestOrder } from './ingest-job.ts'
import { INGEST_RETRIES, runIngestion } from './run-ingestion.ts'
import { sweepDocuments } from './sweep-documents.ts'
import { sweepReplacements } from './sweep-replacements.ts'

export const ingestionsJobs = (deps: Graph): Job[] => [
  {
    name: INGEST,
    handle: (order: IngestOrder, run) => deps.ingesting.during(() => runIngestion(deps, order, run)),
    // Large documents of two tenants leave a place for a third.
    concurrency: 4,
    isShared: true,
    retries: INGEST_RETRIES,
    backoffSeconds: 2,
    // Of the largest document, on a slow machine. A lost worker is noticed long before.
    timeoutSeconds: 3_600,
  },
  { name: 'sweep-graph-documents', schedule: '23 3 * * *', concurrency: 1, handle: () => sweepDocuments(deps) },
  { name: 'sweep-graph-copies', schedule: '53 3 * * *', concurrency: 1, handle: () => sweepReplacements(deps) },
]
