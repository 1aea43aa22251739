// The last word on an ingestion, whichever way it ended.
import type { Ingestion } from '@veritrace/contract/graph/ingestions'
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/limits'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { addIngestJob } from './ingest-job.ts'
import { outcomeOf } from './rules.ts'
import { updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

type Failure = Ingestion['errors'][number]

/** In the transaction that holds the row. `failure` says why it went no further, `more` what belongs to that. */
export async function endIngestion(
  deps: Pick<Graph, 'events' | 'clock' | 'jobs'>,
  tx: Graph['db'],
  caller: Caller,
  row: IngestionRow,
  failure?: Failure,
  more: readonly Failure[] = [],
): Promise<IngestionRow> {
  const now = deps.clock.now()
  const status = outcomeOf(row, failure)
  const errors = failure ? [failure, ...more, ...row.errors].slice(0, MOST_INGESTION_ERRORS) : row.errors
  // A replacement that came to nothing gives its context back as readers have had it all along.
  const isUndone = failure !== undefined && row.mode === 'replace'
  const ended = await updateIngestion(tx, row.tenant_id, row.id, {
    status,
    ...(isUndone && { inserted: 0, duplicates: 0 }),
    errors: JSON.stringify(errors),
    started_at: row.started_at ?? now,
    touched_at: now,
    completed_at: now,
  })
  if (isUndone) await addIngestJob(deps, tx, row)
  const { received, inserted, duplicates, rejected } = ended
  await deps.events.record(tx, caller, {
    action: 'ingestion.complete',
    resource: { type: 'ingestion', id: row.id, label: row.source ?? row.id },
    outcome: status === 'failed' ? 'failed' : 'success',
    ...(failure && { reason: failure.message.slice(0, 500) }),
    data: { status, received, inserted, duplicates, rejected },
  })
  return ended
}
