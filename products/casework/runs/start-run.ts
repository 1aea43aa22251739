// Starts a run: its row, its event and its job are created in one transaction.
import type { Investigate, Run } from '@veritrace/contract/casework/runs'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import { getCase, getLockedCase } from '../cases/get-case.ts'
import { moveCase } from '../cases/move-case.ts'
import { readCaseScope } from '../cases/read-case-scope.ts'
import { recordCase } from '../cases/record.ts'
import { allowedFrom } from '../cases/rules.ts'
import { updateCaseRow } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import { applyPatch, measureAgain, retryOnConflict } from '../cases/update-case.ts'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { RUN, type RunOrder } from '../model/run-order.ts'
import { scopeOf } from '../model/scope.ts'
import { targetOf } from '../packs/packs.ts'
import { lockActiveProject } from '../projects/get-project.ts'
import { listsOf } from '../rating/lists.ts'
import type { Tables } from '../tables.ts'
import { stepsFor } from './rules.ts'
import { findRun, findUnderWay, insertRun, nextNumber } from './store.ts'
import type { RunOptions, RunRow } from './tables.ts'
import { viewRun } from './view.ts'

export async function investigate(deps: Casework, caller: Caller, id: string, asked: Investigate): Promise<Run> {
  const scope = scopeOf(caller)
  return retryOnConflict(async () => {
    const theCase = await getCase(deps.db, scope, id)
    const { target = theCase.target } = asked
    const change = target === theCase.target ? undefined : await measureAgain(deps, scope, theCase, { target })
    await requireInputs(deps, { ...theCase, target })
    return transact(deps.db, async (tx) => {
      if (theCase.project_id !== null) await lockActiveProject(tx, scope, theCase.project_id)
      // A changed target is recorded first, because the run reads it from the case.
      if (change) await applyPatch(deps, tx, caller, theCase, { target }, change)
      return viewRun(await startRun(deps, tx, caller, theCase, 'investigate', asked))
    })
  })
}

/** 422 if the scope is empty or the target has no lists. */
async function requireInputs(deps: Casework, theCase: CaseRow): Promise<void> {
  const scope = { tenant: theCase.tenant_id, workspace: theCase.workspace_id }
  await readCaseScope(deps, scope, theCase)
  const active = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
  const { entries } = await listsOf(deps, scope, active, targetOf(active, theCase.target))
  if (entries.size === 0) fail('no_catalog')
}

/** Runs in the caller's transaction. 409 if another run is active or the case is closed. */
export async function startRun(
  deps: Pick<Casework, 'clock' | 'events' | 'jobs'>,
  tx: Db<Tables>,
  caller: Caller,
  { id, tenant_id, workspace_id }: Pick<CaseRow, 'id' | 'tenant_id' | 'workspace_id'>,
  kind: RunRow['kind'],
  options: RunOptions & Pick<Investigate, 'steps'> = {},
): Promise<RunRow> {
  const scope = { tenant: tenant_id, workspace: workspace_id }
  const theCase = await getLockedCase(tx, scope, id)
  if (theCase.status === 'closed') forbiddenTransition('case', 'closed', 'investigating', allowedFrom('closed'))
  const other = await findUnderWay(tx, scope, id)
  if (other) fail('run_in_progress', `Run ${other.n} is ${other.state}.`, { run_id: other.id })
  const { note, force, plan_id } = options
  const now = deps.clock.now()
  const run = {
    ...{ id: newId('run'), tenant_id, workspace_id, case_id: id, n: await nextNumber(tx, scope, id), kind },
    state: 'queued' as const,
    target: theCase.target,
    scope_digest: theCase.scope_digest,
    queued_at: now,
  }
  await insertRun(tx, {
    ...run,
    steps: JSON.stringify(stepsFor(options.steps)),
    options: JSON.stringify({
      ...(note !== undefined && { note }),
      ...(force && { force }),
      ...(plan_id !== undefined && { plan_id }),
    }),
    triggered_by: JSON.stringify(actorOf(caller)),
  })
  await updateCaseRow(tx, scope, id, { latest_run_id: run.id, updated_at: now })
  const order: RunOrder = { tenant: tenant_id, workspace: workspace_id, run_id: run.id }
  await deps.jobs.add(tx, RUN, order)
  await moveCase(deps, tx, caller, theCase, 'run_started')
  await recordCase(deps, tx, caller, theCase, {
    type: 'run.started',
    subject: aboutRun(run),
    message: `Run ${run.n} (${kind}) of ${theCase.key} was started.`,
    data: { kind, n: run.n, target: run.target },
    audit: { action: 'run.start', after: { id: run.id, kind, target: run.target, options } },
  })
  return (await findRun(tx, scope, id, run.id))!
}

export const aboutRun = ({ id, n }: Pick<RunRow, 'id' | 'n'>) => ({ kind: 'run', id, label: `Run ${n}` })
