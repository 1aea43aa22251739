// One chunk of a document: its statements and the progress of the ingestion, in one transaction.
import { setImmediate } from 'node:timers/promises'
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/ingestions'
import { transact } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { type Assertion, type Changed, changeStatements, prepared } from '../statements/change-statements.ts'
import { findOverfull } from '../statements/find-overfull.ts'
import type { Chunk } from './reading/messages.ts'
import { isFinished } from './rules.ts'
import { lockIngestion, updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** Another worker has gone on with the ingestion, or it was cancelled: this one has nothing left to do. */
export class Overtaken extends Error {}

export interface PreparedChunk extends Chunk {
  assertions: readonly Assertion[]
}

/** While the chunk before is being written. */
export async function prepareChunk(caller: Caller, chunk: Chunk): Promise<PreparedChunk> {
  const assertions: Assertion[] = []
  for (const assertion of assertionsOf(chunk)) {
    assertions.push(prepared(caller, assertion))
    // Other requests want their turn.
    if (assertions.length % AT_ONCE === 0) await setImmediate()
  }
  return { ...chunk, assertions }
}
const AT_ONCE = 2_000

/** What it changed, where it changed anything. */
export function writeChunk(
  deps: Graph,
  caller: Caller,
  { tenant_id, id }: IngestionRow,
  { assertions, ...chunk }: PreparedChunk,
): Promise<Changed | undefined> {
  return transact(deps.db, async (tx) => {
    const row = await lockIngestion(tx, tenant_id, id)
    if (!row || isFinished(row.status) || row.chunks !== chunk.number) throw new Overtaken()
    const overfull = await findOverfull(tx, caller, assertions)
    const assert = assertions.filter((_, index) => !overfull[index])
    const changed = assert.length > 0 ? await changeStatements(deps, tx, caller, { assert }) : undefined
    const added = changed?.added.length ?? 0
    const late = overfull.filter((problem) => problem !== undefined)
    const errors = [
      ...chunk.errors,
      ...late.map(({ path, message }) => ({ line: null, message: `${path} ${message}.` })),
    ]
    await updateIngestion(tx, tenant_id, id, {
      chunks: row.chunks + 1,
      received: row.received + chunk.received,
      inserted: row.inserted + added,
      duplicates: row.duplicates + assert.length - added,
      rejected: row.rejected + chunk.rejected + late.length,
      touched_at: deps.clock.now(),
      ...(errors.length > 0 && { errors: JSON.stringify([...row.errors, ...errors].slice(0, MOST_INGESTION_ERRORS)) }),
    })
    return changed
  })
}

const ID_LENGTH = 32

function assertionsOf({ lines, ids, languages, metadata }: Chunk): Assertion[] {
  if (lines === '') return []
  const assertions = lines
    .split('\n')
    .map((line, index): Assertion => ({ line, id: ids.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH) }))
  for (const [index, language] of languages) assertions[index]!.language = language
  for (const [index, said] of metadata) assertions[index]!.metadata = said
  return assertions
}
