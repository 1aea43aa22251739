// Deletes unused documents. One remains if a process dies before it adds the record, or between the end of an ingestion
// and the deletion of its document.
import { timeOfId } from '@veritrace/platform/ids'
import type { Graph } from '../deps.ts'
import { DOCUMENTS } from './document.ts'
import { listUnfinished } from './store.ts'

/** No upload takes this long. */
const ARRIVING_MS = 24 * 3_600_000

export async function sweepDocuments({ db, blobs, clock }: Pick<Graph, 'db' | 'blobs' | 'clock'>): Promise<void> {
  const old = clock.now().getTime() - ARRIVING_MS
  for await (const { key } of blobs.list(DOCUMENTS)) {
    const [tenant, id] = key.slice(DOCUMENTS.length).split('/') as [string, string]
    if (timeOfId(id).getTime() > old) continue
    if (!(await listUnfinished(db, tenant, [id])).has(id)) await blobs.delete(key)
  }
}
