// Runs the replacements of one context in order of arrival: two at once would leave both documents in it.
import { countStatements } from '../catalog/content-store.ts'
import type { Graph } from '../deps.ts'
import { copyOf, placeOf } from './batched-change.ts'
import { addIngestJob } from './ingest-job.ts'
import { claimContext, findReplacement, type Replacement } from './replace-store.ts'
import { isFinished, SILENT_MS } from './rules.ts'
import { findEarlierReplacement, findIngestion, findLastReplacement } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** Delay before the job checks again. */
const TURN_MS = 1_000

/**
 * Call in the transaction that has locked the ingestion. Returns whether it now owns the context; if not, its job
 * retries soon.
 */
export async function takeTurn(deps: Graph, tx: Graph['db'], row: IngestionRow): Promise<boolean> {
  const now = deps.clock.now()
  const found = await findReplacement(tx, placeOf(row))
  const ahead = await findAhead(tx, row, found)
  if (!ahead && (await claimContext(tx, placeOf(row), row))) return true
  const isLeft = ahead && (isFinished(ahead.status) || ahead.touched_at.getTime() < now.getTime() - SILENT_MS)
  // Its worker may have died. Two workers at once do no harm.
  if (isLeft) await addIngestJob(deps, tx, ahead)
  await addIngestJob(deps, tx, row, new Date(now.getTime() + TURN_MS))
  return false
}

/** The replacement to wait for: the owner of the context, an earlier one, or one that has left a copy. */
async function findAhead(
  tx: Graph['db'],
  row: IngestionRow,
  { replaced_by }: Replacement,
): Promise<IngestionRow | undefined> {
  const place = placeOf(row)
  if (replaced_by === row.id) return undefined
  if (replaced_by) return findIngestion(tx, place.tenant, place.workspace, replaced_by, place.context)
  const earlier = await findEarlierReplacement(tx, row)
  if (earlier) return earlier
  return (await countStatements(tx, copyOf(place))) > 0 ? findLastReplacement(tx, row) : undefined
}
