// Reads a document twice: once to check that it is complete (unless it was counted while it arrived), so that a broken
// document changes nothing, then chunk by chunk into the graph. After a crash it resumes with the first missing chunk.
import type { Ingestion } from '@veritrace/contract/graph/ingestions'
import type { ValidationResult } from '@veritrace/contract/graph/shapes'
import { type Caller, systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { type AppError, isAppError } from '@veritrace/platform/errors'
import type { JobRun } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { analyzeStatements } from '../statements/write-store.ts'
import { isUnderWay, lockState, placeOf } from './batched-change.ts'
import { cleanUp } from './clean-up.ts'
import { documentKey } from './document.ts'
import { endIngestion } from './end-ingestion.ts'
import type { IngestOrder } from './ingest-job.ts'
import { readOrderOf } from './read-order.ts'
import { DocumentError } from './reading/document-error.ts'
import { openReader, type Reader } from './reading/reader.ts'
import { NOT_REPLACED, removeOlder, switchReaders, switchToCopy } from './replace-context.ts'
import { CHUNK, isFinished } from './rules.ts'
import { lockIngestion, updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'
import { takeTurn } from './take-turn.ts'
import { writeAll } from './write-all.ts'
import { Overtaken } from './write-chunk.ts'

/** Attempts after the first one. */
export const INGEST_RETRIES = 5

export async function runIngestion(
  deps: Graph,
  { tenant, id }: IngestOrder,
  { signal, attempt }: Pick<JobRun, 'signal' | 'attempt'>,
): Promise<void> {
  const row = await begin(deps, tenant, id)
  if (!row) return
  const caller = authorOf(row)
  const end = (failure?: Failure, more?: readonly Failure[]) => finish(deps, caller, tenant, id, failure, more)
  const replacing = row.mode === 'replace' ? { deps, caller, row, signal } : undefined
  const reader = openReader(signal)
  try {
    if (replacing && isFinished(row.status)) return await cleanUp(replacing)
    const whole = await counted(deps, row, reader)
    if (replacing) await switchToCopy(replacing)
    await writeAll(deps, caller, whole, reader.read(readOrderOf(whole), bytesOf(deps, whole)))
    if (replacing) await removeOlder(replacing)
    await end()
    if (replacing) await cleanUp(replacing)
    if (whole.total! > CHUNK) await analyzeStatements(deps.db, whole.total!)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (error instanceof DocumentError) return await end({ line: error.line, message: error.message })
    // Rejected, for example by an enforced shape: another attempt would be rejected again.
    if (isAppError(error) && error.status < 500)
      return await end({ line: null, message: error.message }, brokenBy(error))
    if (attempt > INGEST_RETRIES) await end({ line: null, message: 'The document could not be read completely.' })
    throw error
  } finally {
    await reader.close()
  }
}

type Failure = Ingestion['errors'][number]

/** The violations of enforced shapes, one by one. */
const brokenBy = ({ extras }: AppError): Failure[] =>
  ((extras.results ?? []) as ValidationResult[]).map(({ focusNode, path, message }) => ({
    line: null,
    message: `${[focusNode, path].filter(Boolean).join(' ')}: ${message}`.slice(0, 1_000),
  }))

/** Undefined if there is nothing to do now. */
const begin = (deps: Graph, tenant: string, id: string): Promise<IngestionRow | undefined> =>
  transact(deps.db, async (tx) => {
    const row = await lockIngestion(tx, tenant, id)
    // A replacement that has ended may have left something to clean up.
    if (!row || isFinished(row.status)) return row?.mode === 'replace' ? row : undefined
    if (row.mode === 'replace' && !(await takeTurn(deps, tx, row))) return undefined
    const now = deps.clock.now()
    const started_at = row.started_at ?? now
    return updateIngestion(tx, tenant, id, { status: 'running', started_at, touched_at: now })
  })

/** The statements are written in the name of the sender. */
const authorOf = ({ tenant_id, workspace_id, context, customer_id, actor, id }: IngestionRow): Caller => ({
  ...systemCaller(tenant_id, customer_id),
  workspace: workspace_id,
  context,
  actor,
  requestId: id,
})

async function counted(deps: Graph, row: IngestionRow, reader: Reader): Promise<IngestionRow> {
  if (row.total !== null) return row
  const counting = reader.read({ ...readOrderOf(row), countOnly: true }, bytesOf(deps, row))
  const { value: total } = await counting.next()
  return updateIngestion(deps.db, row.tenant_id, row.id, { total: Number(total), touched_at: deps.clock.now() })
}

async function* bytesOf({ blobs }: Graph, { tenant_id, id }: IngestionRow): AsyncGenerator<Uint8Array> {
  const blob = await blobs.get(documentKey(tenant_id, id))
  if (!blob) throw new DocumentError(null, 'The document no longer exists.')
  yield* blob.stream
}

async function finish(
  deps: Graph,
  caller: Caller,
  tenant: string,
  id: string,
  failure: Failure | undefined,
  more: readonly Failure[] = [],
): Promise<void> {
  await deps.trials.transact(caller, async (tx) => {
    const row = await lockIngestion(tx, tenant, id)
    if (!row || isFinished(row.status)) return
    if (row.mode === 'replace' && !failure) {
      await lockState(tx, row, isUnderWay)
      // Readers see the new contents from the commit on.
      const seq = await switchReaders(deps, tx, row, NOT_REPLACED, deps.clock.now())
      await deps.checks?.afterReplacement(tx, caller, placeOf(row), seq)
    }
    await endIngestion(deps, tx, caller, row, failure, more)
  })
  await deps.blobs.delete(documentKey(tenant, id))
}
