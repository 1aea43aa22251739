// The measurements that controls of packs may name. Each returns a value, or says which data is missing.
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import { homesOf } from '../estate/homes.ts'
import { estateRef, shortForm } from '../model/artifacts.ts'
import type { DecisionRow } from '../model/tables.ts'
import { addressOf } from '../rating/addresses.ts'
import { citeDecision } from '../rating/cite.ts'
import { listsOf } from '../rating/lists.ts'
import type { MeasuredProject } from '../readiness/measure-project.ts'
import { citeEntry, citeFile } from './cite.ts'
import type { Facts } from './facts.ts'
import { CASE_MEASURES, type Measurement } from './ports.ts'

export type Found = Measurement | { missing: string } | { notApplicable: string }
type Measure = (facts: Facts) => Promise<Found>

const missing = (what: string): Found => ({ missing: what })
const SAMPLE = 20
const NO_ESTATE = 'No estate has been imported for this scope.'

/** By the name used in a pack's control. A control with an unknown name is not measured. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  d_objects_without_decision: worstWithoutDecision,
  used_c_objects_without_exemption_or_plan: busyWithoutExemption,
  exemptions_without_owner_or_expired: invalidExemptions,
  catalog_age_days: catalogAge,
  atc_coverage_share: (facts) =>
    shareOf(facts, ({ measured }) => measured.totals.withAtc, 'No check results have been uploaded.'),
  dependency_coverage_share: (facts) =>
    shareOf(
      facts,
      ({ measured }) => measured.totals.withDependencies,
      'No source code or dependencies have been uploaded.',
    ),
  usage_window_days: usageWindow,
  graph_drift_and_violations: async ({ graph, scope }) => {
    const value = await graph.drift(scope)
    return value === undefined ? missing('The graph has not been compared yet.') : { value }
  },
  ...Object.fromEntries(
    CASE_MEASURES.map((name): [string, Measure] => [
      name,
      async ({ cases, scope, subject }) =>
        (await cases.measure(name, scope, subject)) ?? missing('No case or plan provides data for this control yet.'),
    ]),
  ),
}

/** Objects of the worst code without a decision: neither the object nor all causes of its code are decided. */
async function worstWithoutDecision(facts: Facts): Promise<Found> {
  const decided = namesOf(await inForce(facts), ['accept', 'overlay', 'exemption'])
  const failing = await objectsThat(facts, ({ estate, measured }, at) => {
    const { scale, code, blocking, patterns } = measured
    if (code[at] !== scale.length - 2 || decided.has(shortForm(estate.objects[at]!))) return false
    const worst = [...blocking.pattern.subarray(blocking.start[at]!, blocking.start[at + 1]!)]
      .map((place) => patterns[place]!)
      .filter((pattern) => pattern.code === scale[code[at]!])
    return worst.length === 0 || worst.some(({ reference }) => !decided.has(shortForm(reference)))
  })
  return failing ? counted(failing) : missing(NO_ESTATE)
}

/** Frequently used objects whose code needs an exemption, but which have neither an exemption nor a plan. */
async function busyWithoutExemption(facts: Facts): Promise<Found> {
  const { target, active, cases, scope, subject } = facts
  if (target.with_exemption.length === 0) return { notApplicable: `${target.label} does not allow exemptions.` }
  const projects = await facts.projects()
  if (!projects.some(({ measured }) => measured.totals.withUsage > 0))
    return missing('No usage data has been uploaded.')
  const exempt = namesOf(await inForce(facts), ['exemption'])
  const planned = await cases.plannedObjects(scope, subject)
  const busy = active.pack.scoring.busy_executions ?? 0
  const failing = await objectsThat(facts, ({ estate, measured }, at) => {
    const object = estate.objects[at]!
    const form = shortForm(object)
    return (
      target.with_exemption.includes(measured.scale[measured.code[at]!]!) &&
      measured.acceptable[at] === 0 &&
      (object.executions ?? 0) > busy &&
      !exempt.has(form) &&
      !planned?.has(form)
    )
  })
  if (!failing) return missing(NO_ESTATE)
  // Without plans, it is unknown whether these objects are planned.
  return failing.length > 0 && !planned ? missing('It is unknown which objects are planned.') : counted(failing)
}

async function invalidExemptions({ deps, scope, decisions, now, active }: Facts): Promise<Found> {
  const invalid = (await decisions()).filter(
    ({ kind, value, expires_at }) =>
      kind === 'exemption' && (!value.owner || expires_at === null || expires_at.getTime() <= now.getTime()),
  )
  const shown = invalid.slice(0, SAMPLE)
  const home = await homesOf(deps.db, scope, shown)
  return {
    value: invalid.length,
    failing: shown.map((row) => addressOf(active.pack, home(row), { type: row.type, name: row.key })),
    failingTotal: invalid.length,
    evidence: shown.map((decision, at) => citeDecision(at + 1, decision)),
  }
}

const DAY = 86_400_000

/** The age of the oldest list of the target, by its own date if it has one. */
async function catalogAge({ deps, scope, active, target, now }: Facts): Promise<Found> {
  const { entries } = await listsOf(deps, scope, active, target)
  const dated = [...entries.values()].flatMap((entry) => {
    const at = entry.as_of ?? entry.fetched_at ?? entry.extracted_at
    return at ? [{ entry, days: Math.max(0, Math.floor((now.getTime() - at.getTime()) / DAY)) }] : []
  })
  if (dated.length === 0) return missing(`No list of ${target.label} has been imported.`)
  const oldest = dated.reduce((most, one) => (one.days > most.days ? one : most))
  return { value: oldest.days, evidence: [citeEntry(1, oldest.entry)] }
}

async function shareOf(facts: Facts, part: (project: MeasuredProject) => number, what: string): Promise<Found> {
  const projects = await facts.projects()
  const all = projects.reduce((sum, { measured }) => sum + measured.totals.objects, 0)
  const some = projects.reduce((sum, project) => sum + part(project), 0)
  if (all === 0) return missing(NO_ESTATE)
  return some === 0 ? missing(what) : { value: some / all, evidence: await filesRead(facts) }
}

async function usageWindow(facts: Facts): Promise<Found> {
  const withUsage = (await facts.projects()).filter(({ measured }) => measured.totals.withUsage > 0)
  if (withUsage.length === 0) return missing('No usage data has been uploaded.')
  const value = Math.min(...withUsage.map(({ estate }) => estate.usage_window_days))
  return { value, evidence: await filesRead(facts) }
}

const MAX_FILES = 5
const filesRead = async ({ files }: Facts) =>
  (await files()).slice(-MAX_FILES).map((file, at) => citeFile(at + 1, file))

/** Decisions that have not expired. */
const inForce = async ({ decisions, now }: Facts): Promise<DecisionRow[]> =>
  (await decisions()).filter(({ expires_at }) => expires_at === null || expires_at.getTime() > now.getTime())

const namesOf = (decisions: readonly DecisionRow[], kinds: readonly DecisionRow['kind'][]): Set<string> =>
  new Set(decisions.filter(({ kind }) => kinds.includes(kind)).map(({ type, key }) => shortForm({ type, name: key })))

/** Undefined if there are no objects at all. */
async function objectsThat(
  facts: Facts,
  fits: (project: MeasuredProject, at: number) => boolean,
): Promise<ArtifactRef[] | undefined> {
  const { active, scope } = facts
  const projects = await facts.projects()
  if (projects.every(({ measured }) => measured.totals.objects === 0)) return undefined
  return projects.flatMap((project) => {
    const { estate, measured } = project
    return estate.objects.flatMap((object, at) =>
      measured.counted[at] === 1 && fits(project, at)
        ? [estateRef(active.pack.ref.id, scope.tenant, estate.system, object)]
        : [],
    )
  })
}

const counted = (failing: readonly ArtifactRef[]): Measurement => ({
  value: failing.length,
  failing: failing.slice(0, SAMPLE),
  failingTotal: failing.length,
})
