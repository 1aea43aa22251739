// The changes between two runs of each case of a project: the newest run and its baseline.
import type { RunDiff } from '@veritrace/contract/casework/runs'
import { fail, notFound } from '@veritrace/platform/errors'
import { findCase, listInvestigated } from '../../cases/store.ts'
import type { CaseRow } from '../../cases/tables.ts'
import type { Casework } from '../../deps.ts'
import type { Scope } from '../../model/space.ts'
import { momentOf } from '../../readiness/baseline.ts'
import { causesOf, compareObjects, type ObjectChanges, type RatedObjects } from '../../runs/rules.ts'
import { resultOf } from '../../runs/steps.ts'
import { findOrdered, findResults, finishedRun } from '../../runs/store.ts'
import type { RunRow } from '../../runs/tables.ts'

interface ComparedRun {
  id: string
  n: number
  target: string
  finished_at: string
  /** Number of objects with each code, best first. */
  distribution: Record<string, number>
}

export interface CaseDelta {
  key: string
  title: string
  before: ComparedRun
  after: ComparedRun
  causes: RunDiff['causes']
  changes: ObjectChanges
}

export interface Delta {
  compared: CaseDelta[]
  /** Cases that cannot be compared, and why. */
  alone: { key: string; why: string }[]
  /** Number of cases that did not fit in the report. */
  left: number
}

interface Asked {
  case_ids?: readonly string[] | undefined
  target?: string | undefined
  baseline?: string | undefined
}

const MAX_CASES = 50

export async function compareRuns(deps: Casework, scope: Scope, projectId: string, asked: Asked): Promise<Delta> {
  const baseline = await readBaseline(deps, scope, asked.baseline)
  const cases = await casesAsked(deps, scope, projectId, asked, baseline.run)
  const delta: Delta = { compared: [], alone: [], left: Math.max(0, cases.length - MAX_CASES) }
  for (const theCase of cases.slice(0, MAX_CASES)) {
    const found = await compareCase(deps, scope, theCase, asked.target, baseline)
    if (typeof found === 'string') delta.alone.push({ key: theCase.key, why: found })
    else delta.compared.push(found)
  }
  return delta
}

interface Baseline {
  run?: RunRow
  until?: Date
  target?: string
}

/** Parsed as for readiness: a run, a day, or a target of the pack. Without a baseline, the previous run is used. */
async function readBaseline({ db }: Casework, scope: Scope, text: string | undefined): Promise<Baseline> {
  if (text === undefined) return {}
  if (text.startsWith('run_')) return { run: (await findOrdered(db, scope, text)) ?? notFound('run', text) }
  const until = momentOf(text)
  return until ? { until } : { target: text }
}

async function casesAsked(
  { db }: Casework,
  scope: Scope,
  projectId: string,
  { case_ids }: Asked,
  run: RunRow | undefined,
): Promise<CaseRow[]> {
  const ids = run ? [run.case_id] : case_ids
  if (!ids) return listInvestigated(db, scope, projectId, MAX_CASES + 1)
  const found = await Promise.all(ids.map(async (id) => (await findCase(db, scope, id)) ?? notFound('case', id)))
  if (run && found[0]!.project_id !== projectId) notFound('run', run.id)
  const isAsked = !run || !case_ids || case_ids.some((id) => id === found[0]!.id || id === found[0]!.key)
  if (!isAsked) fail('unacceptable', `The run belongs to ${found[0]!.key}, which is not in the report.`)
  return found
}

/** Returns the reason as a string if there are no two runs to compare. */
async function compareCase(
  { db }: Casework,
  scope: Scope,
  theCase: CaseRow,
  target: string | undefined,
  { run, ...baseline }: Baseline,
): Promise<CaseDelta | string> {
  const after = await finishedRun(db, scope, theCase.id, { ...(target !== undefined && { target }) })
  if (!after) return target ? `no run for ${target} has finished` : 'no run has finished'
  const before = run ?? (await finishedRun(db, scope, theCase.id, { ...baseline, below: after.n }))
  if (!before) return `run ${after.n} is the only finished run`
  if (before.n >= after.n) return `no run after run ${before.n} has finished`
  const [then, now] = [await ratedBy(db, scope, before), await ratedBy(db, scope, after)]
  if (!then || !now) return `run ${then ? after.n : before.n} stopped before it rated any objects`
  return {
    ...{ key: theCase.key, title: theCase.title },
    before: comparedRun(before, then),
    after: comparedRun(after, now),
    causes: causesOf(before.inputs!, after.inputs!),
    changes: compareObjects(then, now),
  }
}

async function ratedBy(db: Casework['db'], scope: Scope, run: RunRow): Promise<RatedObjects | undefined> {
  const results = await findResults(db, scope, run.id)
  return run.inputs && results.has('rate') ? resultOf(results, 'rate') : undefined
}

function comparedRun({ id, n, target, finished_at }: RunRow, { scale, objects }: RatedObjects): ComparedRun {
  const counts = scale.map(() => 0)
  for (const [, place] of objects) counts[place]!++
  const distribution = Object.fromEntries(scale.map((code, place) => [code, counts[place]!]))
  return { id, n, target, finished_at: finished_at!.toISOString(), distribution }
}
