// Plain data is written on whatever is there: it needs no evaluation, and nobody's change can overtake it
// (docs/adr/0054).
import { afterCommit } from '@veritrace/platform/db/transact'
import { AppError } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Trial } from '../shapes/trial.ts'
import { changeStatements } from '../statements/change-statements.ts'
import { lockWorkspace } from '../statements/change-store.ts'
import { pushToEngine } from '../statements/push-to-engine.ts'
import { TermError } from '../terms/nquads.ts'
import { findMissing, readData, type Said } from './find-missing.ts'
import type { PlainData } from './plain-data.ts'

/** Statements. */
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

/** Undefined if it has to be evaluated after all; then nothing has changed. */
export async function commitData<Done>(
  deps: Graph,
  caller: Caller,
  data: PlainData,
  { trial, timeoutMs, answerTo }: Writing<Done>,
): Promise<Done | undefined> {
  try {
    const said = await readData(caller, data)
    const patience = { waitMs: timeoutMs, signal: trial.signal }
    // Several at once would keep the writers waiting for all of them.
    return await deps.trials.repeat(caller, trial, (begin) =>
      deps.gates.turn(
        caller,
        (open) => begin(async (tx) => answerTo(await write(deps, tx, caller, said, open))),
        patience,
      ),
    )
  } catch (error) {
    if (error instanceof NeedsEngine) return undefined
    throw inWordsOfSparql(error)
  }
}

async function write(deps: Graph, tx: Graph['db'], caller: Caller, said: Said, open: () => void): Promise<Counts> {
  if (said.present.length + said.absent.length === 0) return { added: 0, removed: 0 }
  await lockWorkspace(tx, caller.tenant, caller.workspace)
  open()
  const missing = await findMissing(tx, caller, said)
  if (!missing) throw new NeedsEngine()
  const { assert, retract, added, removed } = missing
  if (assert.length + retract.length > 0) {
    const changed = await changeStatements(deps, tx, caller, { assert, retract })
    afterCommit(tx, () => pushToEngine(deps, caller, changed))
  }
  return { added, removed }
}

/** The engine takes terms that no statement may hold, such as a language that is none. */
export const inWordsOfSparql = (error: unknown): unknown =>
  error instanceof TermError ? new AppError('sparql_syntax', error.message) : error
