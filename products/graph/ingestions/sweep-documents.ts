// A process that dies between the bytes and their record, or between the end of an ingestion and the deletion, leaves a
// document that nobody will read.
import { timeOfId } from '@veritrace/platform/ids'
import type { Graph } from '../deps.ts'
import { DOCUMENTS } from './document.ts'
import { listUnfinished } from './store.ts'

/** Nothing takes that long to arrive. */
const ARRIVING_MS = 24 * 3_600_000

export async function sweepDocuments({ db, blobs, clock }: Pick<Graph, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const old = clock.now().getTime() - ARRIVING_MS
  for await (const { key } of blobs.list(DOCUMENTS)) {
    const [tenant, id] = key.slice(DOCUMENTS.length).split('/') as [string, string]
    if (timeOfId(id).getTime() > old) continue
    if (!(await listUnfinished(db, tenant, [id])).has(id)) await blobs.delete(key)
  }
}
