// Cancels a run. A worker notices this before it stores its next result, and stores nothing.
import type { Run } from '@veritrace/contract/casework/runs'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { forbiddenTransition, notFound } from '@veritrace/platform/errors'
import { getCase, getLockedCase } from '../cases/get-case.ts'
import { recordCase } from '../cases/record.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { moveBack } from './fail-run.ts'
import { isUnderWay, skipRest } from './rules.ts'
import { aboutRun } from './start-run.ts'
import { deleteResults, findRun, updateRun } from './store.ts'
import { viewRun } from './view.ts'

export async function cancelRun(deps: Casework, caller: Caller, caseId: string, runId: string): Promise<Run> {
  const scope = scopeOf(caller)
  const { id } = await getCase(deps.db, scope, caseId)
  return transact(deps.db, async (tx) => {
    const theCase = await getLockedCase(tx, scope, id)
    const run = (await findRun(tx, scope, id, runId)) ?? notFound('run', runId)
    if (!isUnderWay(run.state)) forbiddenTransition('run', run.state, 'cancelled', [])
    await deleteResults(tx, scope, run.id)
    await updateRun(tx, scope, run.id, {
      state: 'cancelled',
      steps: JSON.stringify(skipRest(run.steps)),
      finished_at: deps.clock.now(),
    })
    await moveBack(deps, tx, caller, theCase)
    await recordCase(deps, tx, caller, theCase, {
      type: 'run.finished',
      subject: aboutRun(run),
      message: `Run ${run.n} was canceled and its results were discarded.`,
      data: { run_id: run.id, state: 'cancelled' },
      audit: { action: 'run.cancel', before: { id: run.id, state: run.state }, after: { state: 'cancelled' } },
    })
    return viewRun((await findRun(tx, scope, id, run.id))!)
  })
}
