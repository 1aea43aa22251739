// Replacements of one context follow each other in the order of their arrival: two at once would leave both documents in it.
import { countStatements } from '../catalog/content-store.ts'
import type { Graph } from '../deps.ts'
import { addIngestJob } from './ingest-job.ts'
import { claimContext, findReplacement, type Replacement } from './replace-store.ts'
import { isFinished, SILENT_MS } from './rules.ts'
import { copyOf, placeOf } from './short-change.ts'
import { findEarlierReplacement, findIngestion, findLastReplacement } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** How long it is until somebody looks again. */
const TURN_MS = 1_000

/** In the transaction that holds the ingestion: whether the context is its own now. Otherwise its job comes again soon. */
export async function takeTurn(deps: Graph, tx: Graph['db'], row: IngestionRow): Promise<boolean> {
  const now = deps.clock.now()
  const found = await findReplacement(tx, placeOf(row))
  const ahead = await findAhead(tx, row, found)
  if (!ahead && (await claimContext(tx, placeOf(row), row))) return true
  const isLeft = ahead && (isFinished(ahead.status) || ahead.touched_at.getTime() < now.getTime() - SILENT_MS)
  // Its worker has died, perhaps. Two at once do no harm.
  if (isLeft) await addIngestJob(deps, tx, ahead)
  await addIngestJob(deps, tx, row, new Date(now.getTime() + TURN_MS))
  return false
}

/** Whose context it is, who came earlier, or who has left a copy. */
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
