// The jobs of ingestions: read documents, and clean up leftovers.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { INGEST, type IngestOrder } from './ingest-job.ts'
import { INGEST_RETRIES, runIngestion } from './run-ingestion.ts'
import { sweepDocuments } from './sweep-documents.ts'
import { sweepReplacements } from './sweep-replacements.ts'

export const ingestionsJobs = (deps: Graph): Job[] => [
  {
    name: INGEST,
    handle: (order: IngestOrder, run) => deps.ingesting.track(() => runIngestion(deps, order, run)),
    // Two large documents leave capacity for other tenants.
    concurrency: 4,
    isShared: true,
    retries: INGEST_RETRIES,
    backoffSeconds: 2,
    // Enough for the largest document on a slow machine. A lost worker is noticed long before.
    timeoutSeconds: 3_600,
  },
  { name: 'sweep-graph-documents', schedule: '23 3 * * *', concurrency: 1, handle: () => sweepDocuments(deps) },
  { name: 'sweep-graph-copies', schedule: '53 3 * * *', concurrency: 1, handle: () => sweepReplacements(deps) },
]
