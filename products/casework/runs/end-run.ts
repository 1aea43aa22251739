// Ends a run in one transaction: its recommendations replace the earlier ones, decisions are carried over, and the
// difference to the previous run is recorded.

import type { Run, RunInputs, RunOutputs, RunStep } from '@veritrace/contract/casework/runs'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { deleteFound, insertCaseEvidence } from '../cases/evidence-store.ts'
import { moveCase } from '../cases/move-case.ts'
import type { CaseReading } from '../cases/read-case-scope.ts'
import { recordCase, systemOf } from '../cases/record.ts'
import { updateCaseRow } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import { counted } from '../model/counted.ts'
import { digestOf } from '../model/digest.ts'
import { caseContext } from '../model/graph-contexts.ts'
import type { Scope } from '../model/space.ts'
import { carryOver } from '../recommendations/carry-over.ts'
import { countOpen, setRun } from '../recommendations/store.ts'
import type { Tables } from '../tables.ts'
import { readFacts } from './read-facts.ts'
import { causesOf, diffRuns, isComplete } from './rules.ts'
import type { RunDeps } from './run-case.ts'
import { aboutRun } from './start-run.ts'
import { resultOf } from './steps.ts'
import { copyResults, findResults, updateRun } from './store.ts'
import type { RunRow } from './tables.ts'
import { lockUnderWay } from './under-way.ts'

interface Ending {
  reading: CaseReading
  results: ReadonlyMap<RunStep, unknown>
  before: RunRow | undefined
}

export async function endRun(deps: RunDeps, scope: Scope, run: RunRow, ending: Ending): Promise<void> {
  const { reading, results, before } = ending
  const outputs = outputsOf(reading, results, run)
  const isUnchanged = before?.inputs?.digest === run.inputs?.digest && before?.outputs?.digest === outputs.digest
  const then = before ? await findResults(deps.db, scope, before.id) : undefined
  const diff = diffOf(run, results, before, then)
  const facts = run.kind === 'verify' ? await readFacts(deps, scope, run, reading) : undefined
  await transact(deps.db, async (tx) => {
    const theCase = await lockUnderWay(tx, scope, run)
    if (!theCase) return
    const caller = systemOf(theCase)
    const now = deps.clock.now()
    const at = { caseId: theCase.id, runId: run.id, now }
    const recommended = results.has('recommend') ? resultOf(results, 'recommend').all : undefined
    const carried = recommended
      ? await carryOver(tx, scope, at, recommended, { hasSameScope: hasSameScope(before, run) })
      : undefined
    if (results.has('extract')) {
      await deleteFound(tx, scope, theCase.id)
      await insertCaseEvidence(tx, scope, at, resultOf(results, 'extract').evidence)
    }
    await updateCaseRow(tx, scope, theCase.id, {
      finished_run_id: run.id,
      ...(isAbout(theCase, run) && {
        rollup: JSON.stringify(reading.rollup),
        resolved_count: reading.subject.objects.length,
      }),
      updated_at: now,
    })
    const verification = facts ? await deps.verifyPlan(tx, caller, theCase, run, facts) : undefined
    await updateRun(tx, scope, run.id, {
      state: isComplete(run.steps) ? 'succeeded' : 'partial',
      outputs: JSON.stringify(outputs),
      diff: diff ? JSON.stringify(diff) : null,
      verification: verification ? JSON.stringify(verification) : null,
      unchanged: isUnchanged,
      finished_at: now,
    })
    await dueContext(tx, caseContext(theCase), now)
    await recordEnd(deps, tx, caller, theCase, run, {
      outputs,
      unchanged: isUnchanged,
      ...(diff && { diff }),
      ...carried,
    })
  })
}

/** Ends a run whose inputs equal those of the previous run: its results are reused. */
export async function endUnchanged(deps: RunDeps, scope: Scope, run: RunRow, before: RunRow): Promise<void> {
  await transact(deps.db, async (tx) => {
    const theCase = await lockUnderWay(tx, scope, run)
    if (!theCase) return
    const now = deps.clock.now()
    await copyResults(tx, scope, before.id, run.id)
    await setRun(tx, scope, theCase.id, before.id, run.id)
    await updateCaseRow(tx, scope, theCase.id, { finished_run_id: run.id, updated_at: now })
    await updateRun(tx, scope, run.id, {
      state: 'succeeded',
      steps: JSON.stringify(before.steps),
      outputs: JSON.stringify(before.outputs),
      diff: JSON.stringify({
        ...{ previous_run_id: before.id, distribution_delta: {}, new: 0, fixed: 0, changed: 0 },
        causes: causesOf(before.inputs!, run.inputs!),
      }),
      unchanged: true,
      finished_at: now,
    })
    await recordEnd(deps, tx, systemOf(theCase), theCase, run, { outputs: before.outputs!, unchanged: true })
  })
}

interface Outcome {
  outputs: RunOutputs
  unchanged: boolean
  diff?: Run['diff']
  created?: number
  superseded?: number
  done?: number
}

async function recordEnd(
  deps: RunDeps,
  tx: Db<Tables>,
  caller: Caller,
  theCase: CaseRow,
  run: RunRow,
  outcome: Outcome,
): Promise<void> {
  const open = await countOpen(tx, { tenant: theCase.tenant_id, workspace: theCase.workspace_id }, theCase.id)
  await moveCase(deps, tx, caller, theCase, open > 0 ? 'run_found_work' : 'run_found_nothing')
  if (outcome.created)
    await recordCase(deps, tx, caller, theCase, {
      type: 'recommendation.created',
      subject: aboutRun(run),
      message: `Run ${run.n} has ${counted(outcome.created, 'new recommendation')}.`,
      data: {
        run_id: run.id,
        created: outcome.created,
        superseded: outcome.superseded,
        done: outcome.done,
      },
    })
  const { outputs, unchanged, diff } = outcome
  await recordCase(deps, tx, caller, theCase, {
    type: 'run.finished',
    subject: aboutRun(run),
    message: unchanged
      ? `Run ${run.n} found no changes.`
      : `Run ${run.n} found ${counted(outputs.patterns, 'pattern')}.`,
    data: { run_id: run.id, state: 'succeeded', unchanged, open, ...(diff && { diff }) },
    audit: { action: 'run.finish', after: { id: run.id, outputs, unchanged } },
  })
}

function outputsOf({ subject, measured }: CaseReading, results: Ending['results'], run: RunRow): RunOutputs {
  const recommended = results.has('recommend') ? resultOf(results, 'recommend').all : []
  const statsOf = (step: RunStep) => run.steps.find(({ id }) => id === step)?.stats ?? {}
  const found = (['rate', 'cluster', 'recommend'] as const).map((step) => results.get(step) ?? null)
  return {
    objects: subject.objects.length,
    references: statsOf('match').references ?? 0,
    findings: measured.totals.findings.reduce((sum, count) => sum + count, 0),
    patterns: measured.patterns.length,
    recommendations: recommended.length,
    citations: recommended.reduce((sum, { body }) => sum + body.citations.length, 0),
    // Documents change without being an input, so passages that mention objects are evidence, not output.
    digest: digestOf(found),
  }
}

function diffOf(
  run: RunRow,
  results: Ending['results'],
  before: RunRow | undefined,
  then: ReadonlyMap<RunStep, unknown> | undefined,
): Run['diff'] {
  if (!before?.inputs || !then?.has('rate') || !results.has('rate')) return undefined
  const ended = (row: RunRow, inputs: RunInputs, of: ReadonlyMap<RunStep, unknown>) => ({
    id: row.id,
    inputs,
    rated: resultOf(of, 'rate'),
  })
  return diffRuns(ended(before, before.inputs, then), ended(run, run.inputs!, results))
}

/** If the case has another scope or target by now, the run must not overwrite its figures. */
const isAbout = (theCase: CaseRow, run: RunRow): boolean =>
  theCase.scope_digest === run.scope_digest && theCase.target === run.target

/** Only with equal scope and target does a missing finding mean that it was fixed. */
const hasSameScope = (before: RunRow | undefined, run: RunRow): boolean =>
  before !== undefined && before.scope_digest === run.scope_digest && before.target === run.target
