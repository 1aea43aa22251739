// Marks a run as failed with the reason, and moves its case back.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { getLockedCase } from '../cases/get-case.ts'
import { moveCase } from '../cases/move-case.ts'
import { recordCase, systemOf } from '../cases/record.ts'
import { lockCase } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { countOpen } from '../recommendations/store.ts'
import type { Tables } from '../tables.ts'
import { isUnderWay } from './rules.ts'
import { aboutRun } from './start-run.ts'
import { findRun, updateRun } from './store.ts'
import type { RunRow } from './tables.ts'

export const failRun = (
  deps: Pick<Casework, 'db' | 'clock' | 'events'>,
  scope: Scope,
  run: Pick<RunRow, 'id' | 'case_id' | 'n'>,
  error: { code: string; detail: string },
): Promise<void> =>
  transact(deps.db, async (tx) => {
    const locked = await lockCase(tx, scope, run.case_id)
    const now = await findRun(tx, scope, run.case_id, run.id)
    if (!locked || !now || !isUnderWay(now.state)) return
    const steps = now.steps.map((step) => (step.state === 'running' ? { ...step, state: 'failed' as const } : step))
    await updateRun(tx, scope, run.id, {
      state: 'failed',
      steps: JSON.stringify(steps),
      error: JSON.stringify(error),
      finished_at: deps.clock.now(),
    })
    if (locked.deleted_at) return
    const theCase = await getLockedCase(tx, scope, run.case_id)
    const caller = systemOf(theCase)
    await moveBack(deps, tx, caller, theCase)
    await recordCase(deps, tx, caller, theCase, {
      type: 'run.finished',
      subject: aboutRun(run),
      message: `Run ${run.n} failed: ${error.detail}`,
      data: { run_id: run.id, state: 'failed', error },
      audit: { action: 'run.finish', after: { id: run.id, state: 'failed', error }, reason: error.detail },
    })
  })

/** Moves the case to the state that follows from the last finished run, whose results remain. */
export async function moveBack(
  deps: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  caller: Caller,
  theCase: CaseRow,
): Promise<void> {
  if (theCase.finished_run_id === null) return moveCase(deps, tx, caller, theCase, 'run_failed')
  const open = await countOpen(tx, { tenant: theCase.tenant_id, workspace: theCase.workspace_id }, theCase.id)
  return moveCase(deps, tx, caller, theCase, open > 0 ? 'run_found_work' : 'run_found_nothing')
}
