// A run that came to nothing is said to have failed, and why; the case goes back to where it was.
import { transact } from '@veritrace/platform/db/transact'
import { getLockedCase } from '../cases/get-case.ts'
import { moveCase } from '../cases/move-case.ts'
import { recordCase, systemOf } from '../cases/record.ts'
import { lockCase } from '../cases/store.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/scope.ts'
import { countOpen } from '../recommendations/store.ts'
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
    if (!locked || !now || (now.state !== 'queued' && now.state !== 'running')) return
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
    // What an earlier run found still stands.
    const hadResults = theCase.finished_run_id !== null
    const open = hadResults ? await countOpen(tx, scope, theCase.id) : 0
    await moveCase(
      deps,
      tx,
      caller,
      theCase,
      !hadResults ? 'run_failed' : open > 0 ? 'run_found_work' : 'run_found_nothing',
    )
    await recordCase(deps, tx, caller, theCase, {
      type: 'run.finished',
      subject: aboutRun(run),
      message: `Run ${run.n} failed: ${error.detail}`,
      data: { run_id: run.id, state: 'failed', error },
      audit: { action: 'run.finish', after: { id: run.id, state: 'failed', error }, reason: error.detail },
    })
  })
