// Restarts replacements whose worker died in its last attempt: they leave readers on the copy, or a copy that is not
// used.
import { transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { addIngestJob } from './ingest-job.ts'
import { listUnsettled } from './replace-store.ts'

/** An active replacement shows progress every few seconds. */
const LEFT_FOR_MS = 3_600_000

export async function sweepReplacements(deps: Pick<Graph, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const unsettled = await listUnsettled(deps.db, new Date(deps.clock.now().getTime() - LEFT_FOR_MS))
  await transact(deps.db, async (tx) => {
    for (const { tenant, id } of unsettled) await addIngestJob(deps, tx, { tenant_id: tenant, id })
  })
}
