// Many statements in one transaction: all of them, or with mode=partial those that are right.
import type { BatchResult } from '@veritrace/contract/graph/statements'
import { transact } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import { bareId, withUrn } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { type Assertion, changeStatements } from './change-statements.ts'
import { type Checked, checkStatement } from './check-statement.ts'
import { findOverfull } from './find-overfull.ts'
import { refuse } from './refuse.ts'

export type BatchMode = 'all' | 'partial'

export function assertBatch(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  items: readonly unknown[],
  mode: BatchMode,
): Promise<BatchResult> {
  const checked = items.map((item) => checkStatement(item, scope))
  if (mode === 'all') refuseAny(checked)
  return transact(deps.db, async (tx) => {
    const verdicts = await withMergesChecked(tx, caller, checked)
    if (mode === 'all') refuseAny(verdicts)
    const assert = verdicts.flatMap((verdict) => ('assertion' in verdict ? [verdict.assertion] : []))
    const { added } = assert.length > 0 ? await changeStatements(deps, tx, caller, { assert }) : { added: [] }
    return {
      received: items.length,
      inserted: added.length,
      duplicates: assert.length - added.length,
      rejected: items.length - assert.length,
      ids: verdicts.map((verdict) => ('assertion' in verdict ? withUrn(bareId(verdict.assertion.line)) : null)),
      errors: problemsOf(verdicts),
    }
  })
}

async function withMergesChecked(
  tx: Graph['db'],
  caller: Caller,
  checked: readonly Checked[],
): Promise<readonly Checked[]> {
  const none: Assertion = { line: '' }
  const overfull = await findOverfull(
    tx,
    caller,
    checked.map((verdict) => ('assertion' in verdict ? verdict.assertion : none)),
  )
  return checked.map((verdict, index) => (overfull[index] ? { problems: [overfull[index]] } : verdict))
}

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
