// Asserts one statement: inserts it, or merges it with the existing one.
import type { NewStatement, Statement } from '@veritrace/contract/graph/statements'
import { type Answer, answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { changeStatements } from './change-statements.ts'
import { checkStatement } from './check-statement.ts'
import { findOverfull } from './find-overfull.ts'
import { refuse } from './refuse.ts'
import { findStatement } from './store.ts'
import type { AssertedRow } from './tables.ts'
import { viewStatement } from './view.ts'

export function assertStatement(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  body: NewStatement,
): Promise<Answer<Statement>> {
  const checked = checkStatement(body, scope)
  if ('problems' in checked) return refuse(checked.problems)
  return deps.trials.transact(caller, async (tx) => {
    const { row } = checked
    const [overfull] = await findOverfull(tx, caller, [row])
    if (overfull) refuse([overfull])
    const { known, now } = await changeStatements(deps, tx, caller, { assert: [row] })
    if (known.length === 0) return answer(viewStatement(newRow(row, caller, scope, now)), { status: 201 })
    const stored = await findStatement(tx, scope.tenant, scope.workspace, row.id, undefined)
    return answer(viewStatement(stored!), { status: 200 })
  })
}

/** The row as just written, without reading it back from the database. */
const newRow = (row: AssertedRow, { actor }: Caller, { tenant, workspace }: Scope, now: Date) => ({
  ...row,
  tenant_id: tenant,
  workspace_id: workspace,
  created_at: now,
  updated_at: now,
  created_by: actor.id,
})
