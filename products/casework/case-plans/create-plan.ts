// Creates a draft from a quick plan, another plan of the case, or items, or generates it from accepted recommendations.
import type { CasePlan, GeneratePlan, NewCasePlan } from '@veritrace/contract/casework/case-plans'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { getCase } from '../cases/get-case.ts'
import { type CaseReading, readCaseScope } from '../cases/read-case-scope.ts'
import type { CaseRow } from '../cases/tables.ts'
import { shortForm } from '../model/artifacts.ts'
import { digestOf } from '../model/digest.ts'
import { requirePeople } from '../model/require-people.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { viewTarget } from '../packs/packs.ts'
import { bodyOf, constraintsOf, inputsOf } from '../planning/make-plan.ts'
import { readCalibration } from '../planning/read-calibration.ts'
import type { PlanSubject } from '../planning/read-scope.ts'
import { findVersion } from '../planning/store.ts'
import type { PlanInputs } from '../planning/tables.ts'
import type { Planners } from '../planning/threads/planners.ts'
import { lookUp } from '../rating/look-up.ts'
import { acceptedInputs } from '../recommendations/accepted-inputs.ts'
import { type Base, composePlan, readArtifacts } from './compose-plan.ts'
import { nameRecommendations, notPlanned } from './name-recommendations.ts'
import { readPlanContext } from './plan-context.ts'
import { planExemptedWork } from './plan-exempted-work.ts'
import { getPlan, type PlanDeps, showPlan } from './read-plan.ts'
import { type Drafted, policyOf, savePlan } from './save-plan.ts'
import { getBody, linkRecommendations } from './store.ts'

export async function createPlan(
  deps: PlanDeps,
  caller: Caller,
  caseId: string,
  asked: NewCasePlan,
): Promise<CasePlan> {
  const { from_version_id, from_plan_id, items, without } = asked
  if (from_version_id !== undefined && from_plan_id !== undefined)
    wrongBody('from_plan_id', 'cannot be combined with from_version_id')
  if (from_version_id === undefined && from_plan_id === undefined && (!items || without))
    wrongBody('items', 'or a plan to start from is required')
  const scope = scopeOf(caller)
  const theCase = await getCase(deps.db, scope, caseId)
  const reading = await readCaseScope(deps, scope, theCase)
  const base = await readBase(deps, scope, theCase, asked)
  await requireAssignees(deps, caller, items, base)
  const isChanged = items !== undefined || without !== undefined
  const { inputs, ...made } = base && !isChanged ? base : await compose(deps, scope, theCase, reading, base, asked)
  return save(deps, caller, theCase, reading.subject, {
    ...{ ...made, inputs },
    ...(asked.title !== undefined && { title: asked.title }),
    ...(from_plan_id !== undefined && { based_on: { plan_id: from_plan_id } }),
    ...(from_version_id !== undefined && { based_on: { version_id: from_version_id } }),
  })
}

/** Assignees must be members of the tenant, unless the base plan already names them. */
async function requireAssignees({ db }: PlanDeps, caller: Caller, items: NewCasePlan['items'] = [], base?: Base) {
  const named = items.flatMap(({ assignee }, at) =>
    assignee === undefined ? [] : [{ path: `items.${at}.assignee`, word: assignee }],
  )
  await requirePeople(db, caller, named, new Set(base?.body.items.flatMap(({ assignee }) => assignee ?? [])))
}

type WithInputs = Base & { inputs: PlanInputs }

async function readBase(
  { db }: PlanDeps,
  scope: Scope,
  theCase: CaseRow,
  { from_version_id, from_plan_id }: NewCasePlan,
): Promise<WithInputs | undefined> {
  if (from_plan_id !== undefined) {
    const { id, totals, inputs } = await getPlan(db, scope, theCase.id, from_plan_id)
    return { body: await getBody(db, scope, id), totals, inputs }
  }
  if (from_version_id === undefined) return undefined
  const found = (await findVersion(db, scope, from_version_id)) ?? notFound('plan_version', from_version_id)
  if (found.pack_id !== theCase.pack_id) wrongBody('from_version_id', `is a plan of the pack ${found.pack_id}`)
  return found
}

async function compose(
  deps: PlanDeps,
  scope: Scope,
  theCase: CaseRow,
  reading: CaseReading,
  base: WithInputs | undefined,
  { items = [], without }: NewCasePlan,
): Promise<WithInputs> {
  const { subject } = reading
  const { active, target } = subject
  const artifacts = readArtifacts(reading, scope, items)
  const things = artifacts.flat().filter(({ isOwn }) => !isOwn)
  const names = [...new Map(things.map(({ named }) => [shortForm(named), named])).values()]
  const known = await lookUp(deps, scope, active, target, names, { maxHops: 0 })
  const request = requestOf(theCase, {})
  const constraints = constraintsOf(request, subject, deps.clock.now())
  const made = composePlan(reading, base, { items, ...(without && { without }) }, { artifacts, known }, constraints)
  const calibration = await readCalibration(deps.db, scope)
  const inputs = await inputsOf(deps, scope, request, subject, { constraints, calibration })
  const edited = digestOf({ base: base?.inputs.constraints ?? '', items, without })
  return { ...made, inputs: { ...inputs, constraints: edited } }
}

export async function generatePlan(
  deps: PlanDeps & { planners: Planners },
  caller: Caller,
  caseId: string,
  asked: GeneratePlan,
  signal: AbortSignal,
): Promise<CasePlan> {
  const scope = scopeOf(caller)
  const theCase = await getCase(deps.db, scope, caseId)
  const decided = await acceptedInputs(deps.db, scope, theCase.id)
  const { proposed, choices, recommended } = decided
  const accepted = asked.from === 'accepted' ? choices.accepted : [...choices.accepted, ...proposed]
  if (accepted.length === 0) fail('nothing_accepted')
  const { subject } = await readCaseScope(deps, scope, theCase)
  const request = requestOf(theCase, asked)
  const constraints = constraintsOf(request, subject, deps.clock.now())
  const calibration = await readCalibration(deps.db, scope)
  const inputs = await inputsOf(deps, scope, request, subject, { constraints, calibration })
  const { objective, granularity, seed } = asked
  const planned = planExemptedWork(subject, accepted, decided)
  const chosen = { ...choices, accepted: planned.accepted }
  const draft = await deps.planners.draft(
    { ...planned.subject, constraints, objective, granularity, seed, calibration, choices: chosen },
    { tenant: scope.tenant, signal },
  )
  if (draft.items.length === 0) fail('nothing_accepted', 'The accepted recommendations require no more work.')
  const left = notPlanned(accepted, draft, recommended, deps.clock.now())
  return save(deps, caller, theCase, subject, {
    totals: draft.totals,
    inputs: { ...inputs, decisions: digestOf({ revision: inputs.decisions, ...choices, accepted }) },
    body: bodyOf(request, subject, constraints, { ...draft, assumptions: [...draft.assumptions, ...left] }),
    ...(asked.title !== undefined && { title: asked.title }),
  })
}

/** The case as a request for a quick plan. */
const requestOf = (
  { project_id, artifact_ids, selector, target, pack_id }: CaseRow,
  asked: Partial<GeneratePlan>,
): Parameters<typeof bodyOf>[0] => ({
  key: 'case',
  pack: pack_id,
  target,
  scope: {
    ...(project_id !== null && { project_id }),
    ...(artifact_ids.length > 0 && { artifact_ids }),
    ...(selector && { selector }),
  },
  ...(asked.constraints && { constraints: asked.constraints }),
  objective: asked.objective ?? 'balanced',
  granularity: asked.granularity ?? 'pattern',
  seed: asked.seed ?? 1,
})

async function save(
  deps: PlanDeps,
  caller: Caller,
  theCase: CaseRow,
  { active, target }: PlanSubject,
  made: Omit<Drafted, 'target' | 'policy'>,
): Promise<CasePlan> {
  const scope = scopeOf(caller)
  const role = await deps.roleOf(caller)
  const { recommended } = await acceptedInputs(deps.db, scope, theCase.id)
  const body = nameRecommendations(made.body, recommended)
  const drafted = { ...made, body, target: viewTarget(active, target), policy: policyOf(active, theCase) }
  const context = await readPlanContext(deps, scope, active, theCase, { target, run_digest: null }, body)
  return transact(deps.db, async (tx) => {
    const saved = await savePlan(deps, tx, caller, theCase.id, drafted)
    await linkRecommendations(tx, scope, theCase.id, linksOf(drafted))
    return showPlan(tx, caller, { scope, theCase: saved.theCase, body, context, role }, saved.id)
  })
}

/** Which items belong to which key: the fixes of an item are also the keys of recommendations. */
function linksOf({ body: { items, details } }: Drafted): { key: string; ids: string[] }[] {
  const pairs = items.flatMap(({ id }) => (details[id]?.fixes ?? []).map((key) => ({ key, id })))
  return [...Map.groupBy(pairs, ({ key }) => key)].map(([key, own]) => ({ key, ids: own.map(({ id }) => id) }))
}

const wrongBody = (path: string, message: string): never =>
  fail('unacceptable', `${path} ${message}.`, { errors: [{ path, message }] })
