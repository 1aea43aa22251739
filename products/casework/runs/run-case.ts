// Executes a run. Each step's result is stored immediately, so an interrupted run resumes after its last finished step,
// or starts over if its inputs have changed.
import { RUN_STEPS, type RunInputs, type RunStep } from '@veritrace/contract/casework/runs'
import { transact } from '@veritrace/platform/db/transact'
import { isAppError } from '@veritrace/platform/errors'
import { type CaseReading, readCaseScope } from '../cases/read-case-scope.ts'
import { recordCase, systemOf } from '../cases/record.ts'
import { findCase } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import type { RunOrder } from '../model/run-order.ts'
import type { Scope } from '../model/space.ts'
import type { Recommenders } from '../recommendations/threads/recommenders.ts'
import { endRun, endUnchanged } from './end-run.ts'
import { failRun } from './fail-run.ts'
import { inputsOf, listPatterns } from './inputs.ts'
import { changeStep, isComplete, isUnderWay, resetSteps } from './rules.ts'
import { aboutRun } from './start-run.ts'
import { type Found, STEPS } from './steps.ts'
import { deleteResults, findOrdered, findResults, findRun, insertResult, updateRun } from './store.ts'
import type { RunRow } from './tables.ts'
import { lockUnderWay } from './under-way.ts'
import type { VerifyPlan } from './verify.ts'

export type RunDeps = Casework & Pick<Recommenders, 'recommend'> & { verifyPlan: VerifyPlan }

export async function runCase(
  deps: RunDeps,
  { tenant, workspace, run_id }: RunOrder,
  signal: AbortSignal,
): Promise<void> {
  const scope = { tenant, workspace }
  const run = await findOrdered(deps.db, scope, run_id)
  if (!run || !isUnderWay(run.state)) return
  const theCase = await findCase(deps.db, scope, run.case_id)
  if (!theCase || theCase.deleted_at)
    return failRun(deps, scope, run, { code: 'gone', detail: 'The case was deleted.' })
  try {
    await work(deps, scope, theCase, run, signal)
  } catch (error) {
    // An error that the caller can fix fails the run without a retry; the job retries any other error.
    if (isAppError(error) && error.status < 500)
      return failRun(deps, scope, run, { code: error.code, detail: error.message })
    throw error
  }
}

async function work(deps: RunDeps, scope: Scope, theCase: CaseRow, row: RunRow, signal: AbortSignal): Promise<void> {
  // Taken before reading, so that decisions made from here on count as later than the run.
  const now = deps.clock.now()
  const reading = await readCaseScope(deps, scope, { ...theCase, target: row.target })
  const inputs = await inputsOf(deps, scope, { ...theCase, scope_digest: theCase.scope_digest }, reading)
  const run = await begin(deps, scope, { ...row, started_at: row.started_at ?? now }, theCase, inputs, reading)
  if (!run) return
  const before = await previous(deps, scope, theCase, run)
  const canReuse = before && isComplete(before.steps) && before.outputs && before.inputs?.digest === inputs.digest
  if (canReuse && !run.options.force && run.kind !== 'verify') return endUnchanged(deps, scope, run, before)
  const results = await findResults(deps.db, scope, run.id)
  let { steps } = run
  for (const step of RUN_STEPS) {
    if (results.has(step) || steps.find(({ id }) => id === step)?.state === 'skipped') continue
    signal.throwIfAborted()
    const started_at = deps.clock.now().toISOString()
    const found = await STEPS[step]({ deps, scope, theCase, reading, results, signal })
    steps = changeStep(steps, step, {
      ...{ state: 'done', started_at, finished_at: deps.clock.now().toISOString() },
      ...{ stats: found.stats, warnings: found.warnings ?? [] },
    })
    if (!(await store(deps, scope, { ...run, steps }, step, found))) return
    results.set(step, found.body)
  }
  await endRun(deps, scope, { ...run, steps }, { reading, results, before })
}

/** Results of an earlier attempt are reused only if the inputs are equal. Undefined if the run was canceled. */
async function begin(
  { db }: RunDeps,
  scope: Scope,
  run: RunRow,
  theCase: CaseRow,
  inputs: RunInputs,
  reading: CaseReading,
): Promise<RunRow | undefined> {
  const isSame = run.inputs?.digest === inputs.digest
  const steps = isSame ? run.steps : resetSteps(run.steps)
  return transact(db, async (tx) => {
    if (!(await lockUnderWay(tx, scope, run))) return undefined
    if (!isSame) await deleteResults(tx, scope, run.id)
    await updateRun(tx, scope, run.id, {
      state: 'running',
      started_at: run.started_at,
      steps: JSON.stringify(steps),
      inputs: JSON.stringify(inputs),
      scope_digest: theCase.scope_digest,
      estate_revision: inputs.estate_revision,
      pack_revision: inputs.ruleset,
      catalog_entries: inputs.catalog_entries.map(({ entry_id }) => entry_id),
      list_patterns: listPatterns(reading),
    })
    return findRun(tx, scope, run.case_id, run.id)
  })
}

async function previous({ db }: RunDeps, scope: Scope, theCase: CaseRow, run: RunRow): Promise<RunRow | undefined> {
  const id = theCase.finished_run_id
  return id === null || id === run.id ? undefined : findRun(db, scope, theCase.id, id)
}

/** Stores a result together with its event. False if the run was canceled. */
const store = (deps: RunDeps, scope: Scope, run: RunRow, step: RunStep, found: Found): Promise<boolean> =>
  transact(deps.db, async (tx) => {
    const theCase = await lockUnderWay(tx, scope, run)
    if (!theCase) return false
    await insertResult(tx, scope, run.id, step, found.body)
    await updateRun(tx, scope, run.id, { steps: JSON.stringify(run.steps) })
    await recordCase(deps, tx, systemOf(theCase), theCase, {
      type: 'run.step',
      subject: aboutRun(run),
      message: `Run ${run.n}: ${step} is done.`,
      data: { run_id: run.id, step, stats: found.stats, warnings: found.warnings ?? [] },
    })
    return true
  })
