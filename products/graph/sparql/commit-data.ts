// Writes plain data directly: it needs no evaluation, so other changes cannot invalidate it (docs/adr/0054).

import type { Caller } from '@veritrace/platform/caller'
import { afterCommit } from '@veritrace/platform/db/transact'
import { AppError } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import type { Trial } from '../shapes/trial.ts'
import { changeStatements } from '../statements/change-statements.ts'
import { lockWorkspace } from '../statements/change-store.ts'
import { pushToEngine } from '../statements/push-to-engine.ts'
import { TermError } from '../terms/nquads.ts'
import { type DataRows, findMissing, readData } from './find-missing.ts'
import type { PlainData } from './plain-data.ts'

/** Numbers of statements. */
export interface Counts {
  added: number
  removed: number
}

interface Writing<Done> {
  trial: Trial
  timeoutMs: number
  answerTo(counts: Counts): Done
}

class NeedsEngine extends Error {}

/** Undefined if the update must be evaluated after all; then nothing has changed. */
export async function commitData<Done>(
  deps: Graph,
  caller: Caller,
  data: PlainData,
  { trial, timeoutMs, answerTo }: Writing<Done>,
): Promise<Done | undefined> {
  try {
    const rows = await readData(caller, data)
    const patience = { waitMs: timeoutMs, signal: trial.signal }
    // Data updates run one at a time, because several at once would make writers wait for all of them.
    return await deps.trials.repeat(caller, trial, (begin) =>
      deps.gates.turn(
        caller,
        (open) => begin(async (tx) => answerTo(await write(deps, tx, caller, rows, open))),
        patience,
      ),
    )
  } catch (error) {
    if (error instanceof NeedsEngine) return undefined
    throw toSparqlError(error)
  }
}

async function write(deps: Graph, tx: Graph['db'], caller: Caller, rows: DataRows, open: () => void): Promise<Counts> {
  if (rows.present.length + rows.absent.length === 0) return { added: 0, removed: 0 }
  await lockWorkspace(tx, caller.tenant, caller.workspace)
  open()
  const missing = await findMissing(tx, caller, rows)
  if (!missing) throw new NeedsEngine()
  const { assert, retract, added, removed } = missing
  if (assert.length + retract.length > 0) {
    const changed = await changeStatements(deps, tx, caller, { assert, retract })
    afterCommit(tx, () => pushToEngine(deps, caller, changed))
  }
  return { added, removed }
}

/** The SPARQL parser accepts terms that statements cannot have, such as malformed language tags. */
export const toSparqlError = (error: unknown): unknown =>
  error instanceof TermError ? new AppError('sparql_syntax', error.message) : error
