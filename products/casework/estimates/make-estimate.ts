// Estimates the effort of a plan, or of the accepted recommendations, by simulation with calibrated ranges.
import type { Estimate, EstimateRequest } from '@veritrace/contract/casework/estimates'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Asking } from '@veritrace/platform/threads/pool'
import { getBody, planOf } from '../case-plans/store.ts'
import { getCase, getLockedCase } from '../cases/get-case.ts'
import { readCaseScope } from '../cases/read-case-scope.ts'
import { recordCase } from '../cases/record.ts'
import type { CaseRow, EstimateRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { digestOf } from '../model/digest.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import type { ActivePack } from '../packs/packs.ts'
import type { EstimateInput } from '../planning/engine/estimate.ts'
import { readCalibration } from '../planning/read-calibration.ts'
import type { Planners } from '../planning/threads/planners.ts'
import { acceptedInputs } from '../recommendations/accepted-inputs.ts'
import { insertEstimate } from './store.ts'

type Deps = Casework & { planners: Planners }
type Basis = Pick<EstimateInput, 'items' | 'details' | 'constraints'> & { plan_id: string | null; of: string }

const ASSUMED = { productivity: 1, test_share: 0.3, coordination: 0.1 }

export async function makeEstimate(
  deps: Deps,
  caller: Caller,
  id: string,
  { plan_id, assumptions = ASSUMED, simulations, seed }: EstimateRequest,
  signal: AbortSignal,
): Promise<Estimate> {
  const scope = scopeOf(caller)
  const asking = { tenant: scope.tenant, signal }
  const theCase = await getCase(deps.db, scope, id)
  const wrong = Object.entries(assumptions.overrides ?? {}).find(
    ([, { low, likely, high }]) => low > likely || likely > high,
  )
  if (wrong) {
    const errors = [{ path: `assumptions/overrides/${wrong[0]}`, message: 'must increase from low to likely to high' }]
    fail('unacceptable', `The points of ${wrong[0]} must increase from low to likely to high.`, { errors })
  }
  const active = await deps.packs.pinned(scope, { id: theCase.pack_id, version: theCase.pack_version })
  requireActions(active, assumptions.overrides ?? {})
  const planId = plan_id ?? theCase.current_plan_id
  const {
    of,
    plan_id: basedOn,
    ...basis
  } = planId ? await planBasis(deps, scope, theCase, planId) : await draftBasis(deps, scope, asking, theCase, seed)
  if (basis.items.length === 0) fail('nothing_to_estimate')
  const calibration = await readCalibration(deps.db, scope)
  const input = { ...basis, actions: active.pack.actions, assumptions, calibration, simulations, seed }
  const estimated = await deps.planners.estimate(input, asking)
  const inputs_digest = digestOf({ of, ruleset: active.revision, assumptions, calibration, simulations, seed })
  const row = {
    ...{ id: newId('est'), case_id: theCase.id, plan_id: basedOn, inputs_digest },
    ...{ body: estimated, created_by: actorOf(caller), created_at: deps.clock.now() },
  }
  return transact(deps.db, async (tx) => {
    const locked = await getLockedCase(tx, scope, theCase.id)
    await insertEstimate(tx, {
      ...{ ...row, tenant_id: scope.tenant, workspace_id: scope.workspace },
      body: JSON.stringify(row.body),
      created_by: JSON.stringify(row.created_by),
    })
    const { p50, p80 } = estimated.effort
    await recordCase(deps, tx, caller, locked, {
      type: 'estimate.created',
      subject: { kind: 'estimate', id: row.id, label: `${p50} to ${p80} person-days` },
      message: `${theCase.key} was estimated at ${p50} person-days (50% likely) to ${p80} person-days (80% likely).`,
      data: { estimate_id: row.id, plan_id: basedOn, p50, p80 },
      audit: { action: 'estimate.create', after: { id: row.id, inputs_digest, effort: estimated.effort } },
    })
    return viewEstimate(row)
  })
}

/** A misspelled action would otherwise be ignored without notice. */
function requireActions({ pack }: ActivePack, overrides: object): void {
  const unknown = Object.keys(overrides).find((id) => !pack.actions.some((action) => action.id === id))
  if (unknown === undefined) return
  const errors = [{ path: `assumptions/overrides/${unknown}`, message: `is not an action of ${pack.title}` }]
  fail('unacceptable', `${pack.title} has no action “${unknown}”.`, { errors })
}

async function planBasis({ db }: Deps, scope: Scope, theCase: CaseRow, planId: string): Promise<Basis> {
  const plan = (await planOf(db, scope, theCase.id, planId)) ?? notFound('case_plan', planId)
  const { items, details, constraints: kept } = await getBody(db, scope, plan.id)
  const constraints = { ...kept, start_date: kept.start_date ?? plan.created_at.toISOString().slice(0, 10) }
  return {
    items,
    details,
    constraints,
    plan_id: plan.id,
    of: digestOf({ items: items.map(({ id }) => id), details, constraints }),
  }
}

/** Drafts the accepted recommendations, or all proposed ones if none has been accepted yet. */
async function draftBasis(deps: Deps, scope: Scope, asking: Asking, theCase: CaseRow, seed: number): Promise<Basis> {
  const { subject } = await readCaseScope(deps, scope, theCase)
  const { proposed, choices } = await acceptedInputs(deps.db, scope, theCase.id)
  const accepted = choices.accepted.length > 0 ? choices.accepted : proposed
  const start_date = deps.clock.now().toISOString().slice(0, 10)
  const constraints = { capacity_fte: 3, days_per_week: 5, sprint_days: 10, start_date }
  const planned = { ...subject, constraints, objective: 'balanced', granularity: 'pattern', seed } as const
  const chosen = { ...choices, ...(theCase.finished_run_id !== null && { accepted }) }
  const { items, details } = await deps.planners.draft({ ...planned, choices: chosen }, asking)
  return { items, details, constraints, plan_id: null, of: digestOf({ details, constraints }) }
}

export const viewEstimate = ({
  id,
  case_id,
  plan_id,
  body,
  inputs_digest,
  created_by,
  created_at,
}: Pick<
  EstimateRow,
  'id' | 'case_id' | 'plan_id' | 'body' | 'inputs_digest' | 'created_by' | 'created_at'
>): Estimate => ({
  ...{ id, case_id, plan_id, ...body, inputs_digest, created_by },
  created_at: created_at.toISOString(),
})
