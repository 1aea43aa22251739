// Sets the final state of an ingestion, whether it succeeded or failed.
import type { Ingestion } from '@veritrace/contract/graph/ingestions'
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/limits'
import type { Caller } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import { addIngestJob } from './ingest-job.ts'
import { outcomeOf } from './rules.ts'
import { updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

type Failure = Ingestion['errors'][number]

/** Call in the transaction that has locked the row. `failure` says why the ingestion stopped, `more` gives details. */
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
  // A failed replacement is rolled back: readers have seen the old contents all the time.
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
