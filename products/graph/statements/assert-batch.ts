// Asserts many statements in one transaction: all of them, or with mode=partial the valid ones.
import type { BatchResult } from '@veritrace/contract/graph/statements'
import type { Caller } from '@veritrace/platform/caller'
import { afterCommit } from '@veritrace/platform/db/transact'
import { UnreadableLine } from '@veritrace/platform/http/json-body'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { changeStatements } from './change-statements.ts'
import { type Checked, checkStatement } from './check-statement.ts'
import { findOverfull } from './find-overfull.ts'
import { pushToEngine } from './push-to-engine.ts'
import { refuse } from './refuse.ts'

export type BatchMode = 'all' | 'partial'

/** Batches of this size delay low-priority work, as documents do. */
const LONG_BATCH = 1_000

export function assertBatch(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  items: readonly unknown[],
  mode: BatchMode,
): Promise<BatchResult> {
  if (mode === 'all') items.find((item) => item instanceof UnreadableLine)?.refuse()
  const checked = items.map((item) => checkStatement(item, scope))
  if (mode === 'all') refuseAny(checked)
  const write = () => writeChecked(deps, caller, checked, mode)
  return items.length < LONG_BATCH ? write() : deps.ingesting.track(write)
}

const writeChecked = (
  deps: Graph,
  caller: Caller,
  checked: readonly Checked[],
  mode: BatchMode,
): Promise<BatchResult> =>
  deps.trials.transact(caller, async (tx) => {
    const verdicts = await withMergesChecked(tx, caller, checked)
    if (mode === 'all') refuseAny(verdicts)
    const assert = verdicts.flatMap((verdict) => ('row' in verdict ? [verdict.row] : []))
    const changed = assert.length > 0 ? await changeStatements(deps, tx, caller, { assert }) : undefined
    if (changed) afterCommit(tx, () => pushToEngine(deps, caller, changed))
    const inserted = changed?.added.length ?? 0
    return {
      received: checked.length,
      inserted,
      duplicates: assert.length - inserted,
      rejected: checked.length - assert.length,
      ids: verdicts.map((verdict) => ('row' in verdict ? withUrn(verdict.row.id) : null)),
      errors: problemsOf(verdicts),
    }
  })

async function withMergesChecked(
  tx: Graph['db'],
  caller: Caller,
  checked: readonly Checked[],
): Promise<readonly Checked[]> {
  const rows = checked.map((verdict) => ('row' in verdict ? verdict.row : NOTHING))
  const overfull = await findOverfull(tx, caller, rows)
  if (overfull.length === 0) return checked
  return checked.map((verdict, index) => (overfull[index] ? { problems: [overfull[index]] } : verdict))
}
const NOTHING = { id: '', metadata: {} }

function refuseAny(checked: readonly Checked[]): void {
  const problems = problemsOf(checked)
  if (problems.length === 0) return
  refuse(
    problems.map(({ index, path, ...rest }) => ({
      ...rest,
      path: ['statements', index, path].filter((part) => part !== '').join('.'),
    })),
  )
}

const problemsOf = (checked: readonly Checked[]): BatchResult['errors'] =>
  checked.flatMap((verdict, index) =>
    'problems' in verdict ? verdict.problems.map((problem) => ({ index, ...problem })) : [],
  )
