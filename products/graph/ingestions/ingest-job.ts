// The job of an ingestion: reads its document, or cleans up after a replacement.
import type { Graph } from '../deps.ts'
import type { IngestionRow } from './tables.ts'

export const INGEST = 'graph-ingest'

export interface IngestOrder {
  tenant: string
  id: string
}

export function addIngestJob(
  { jobs }: Pick<Graph, 'jobs'>,
  tx: Graph['db'],
  { tenant_id, id }: Pick<IngestionRow, 'tenant_id' | 'id'>,
  startAfter?: Date,
): Promise<void> {
  const order: IngestOrder = { tenant: tenant_id, id }
  return jobs.add(tx, INGEST, order, { key: id, ...(startAfter && { startAfter }) })
}
