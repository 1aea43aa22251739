// Moves a plan one step or, with item_ids, some of its items. The tables in rules.ts say who may, and under which
// conditions.
import type { CasePlan, PlanStep } from '@veritrace/contract/casework/case-plans'
import type { CaseEvent } from '@veritrace/contract/casework/case-records'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { isOwnWork } from '@veritrace/platform/identity/keys/separation-of-duties'
import { recordCase } from '../cases/record.ts'
import { listEvents } from '../cases/record-store.ts'
import { viewEvent } from '../cases/view-records.ts'
import { actorOf } from '../model/actors.ts'
import { startRun } from '../runs/start-run.ts'
import type { Tables } from '../tables.ts'
import { advancePlan, ensureInDelivery, type LockedPlan } from './advance-plan.ts'
import { requireGates } from './check-gates.ts'
import { GATES, type GateFacts } from './gates.ts'
import { saveActuals } from './move-items.ts'
import { type Opened, openPlan, type PlanDeps, readFacts, showPlan } from './read-plan.ts'
import {
  type ItemTransition,
  isItemStep,
  itemMove,
  type PlanTransition,
  planAfter,
  planMove,
  planStepsFrom,
} from './rules.ts'
import { lockOpenCase, savePlan } from './save-plan.ts'
import { stepItems } from './step-items.ts'
import { lockPlan, updatePlan } from './store.ts'

interface Stepped {
  plan: CasePlan
  event: CaseEvent
  version: number
}
type Step = PlanStep & { transition: PlanTransition }

export async function stepPlan(
  deps: PlanDeps,
  caller: Caller,
  caseId: string,
  planId: string,
  step: PlanStep,
  ifVersion: number | undefined,
): Promise<Stepped> {
  const opened = await openPlan(deps, caller, caseId, planId)
  const { scope } = opened
  const { transition } = step
  await requireMayStep(deps, transition, opened, caller)
  return transact(deps.db, async (tx) => {
    const theCase = await lockOpenCase(tx, scope, opened.theCase.id, transition)
    const plan = (await lockPlan(tx, scope, theCase.id, planId)) ?? notFound('case_plan', planId)
    if (ifVersion !== undefined && ifVersion !== plan.version) staleVersion('plan', plan.version)
    const held = { scope, theCase, plan, caller }
    const done = isItemStep(transition)
      ? { id: plan.id, seq: await stepItems(deps, tx, held, transition, step) }
      : await stepWhole(deps, tx, held, opened, { ...step, transition })
    const now = { ...opened, theCase: await lockOpenCase(tx, scope, theCase.id, transition) }
    const shown = await showPlan(tx, caller, now, done.id)
    const [event] = await listEvents(tx, scope, theCase.id, { after: done.seq - 1, limit: 1 })
    return { plan: shown, event: viewEvent(event!), version: shown.version }
  })
}

/** Checks authorship before the role, so that an author learns that someone else must approve. */
async function requireMayStep(
  { db }: Pick<PlanDeps, 'db'>,
  name: PlanTransition | ItemTransition,
  { plan, role }: Opened,
  caller: Caller,
): Promise<void> {
  const { by, author } = isItemStep(name) ? { ...itemMove(name), author: undefined } : planMove(name)
  if (author === 'never' && !plan.policy.author_may_approve && (await isOwnWork(db, caller, plan.author.id)))
    fail('self_approval', 'The author of a plan cannot approve it.')
  if (!by.includes(role))
    fail('role_required', `${name} requires one of the roles ${by.join(', ')}. Your role is ${role}.`, {
      required_role: by,
    })
  if (author === 'only' && plan.author.id !== caller.actor.id)
    fail('role_required', 'Only the author of a plan can withdraw it.', { required_role: ['author'] })
}

async function stepWhole(
  deps: PlanDeps,
  tx: Db<Tables>,
  held: LockedPlan,
  opened: Opened,
  step: Step,
): Promise<{ id: string; seq: number }> {
  const { plan } = held
  const { transition: name, reason, comment } = step
  if (!planAfter(plan, name))
    fail('forbidden_transition', `${name} is not possible for a plan that is ${plan.state}.`, {
      from: plan.state,
      allowed: planStepsFrom(plan.state),
    })
  if (step.item_ids)
    fail('unacceptable', `${name} applies to the whole plan, not to single items.`, {
      errors: [{ path: 'item_ids', message: `does not apply to ${name}` }],
    })
  const why = { reason, comment }
  if (planMove(name).needsReason && reason === undefined)
    fail('reason_required', `Give a reason for ${name}.`, { errors: [{ path: 'reason', message: 'is required' }] })
  if (step.actuals && name === 'complete') await saveActuals(tx, held.scope, plan, step.actuals, deps.clock.now())
  else if (step.actuals)
    fail('unacceptable', 'Report actual days when the work is completed.', {
      errors: [{ path: 'actuals', message: `does not apply to ${name}` }],
    })
  const facts = await acknowledged(deps, tx, held, opened, step)
  requireGates(planMove(name).gates, facts)
  if (name === 'reopen') return reopen(deps, tx, held, opened)
  if (name === 'verify') return { id: plan.id, seq: await verifyAgain(deps, tx, held) }
  return { id: plan.id, seq: await advancePlan(deps, tx, held, name, { ...why, catalog: facts.catalog }) }
}

/** The facts for the gates, after storing what the caller acknowledges on the plan. */
async function acknowledged(
  { clock }: PlanDeps,
  tx: Db<Tables>,
  { scope, plan, caller }: LockedPlan,
  { body, context }: Opened,
  { acknowledge = [] }: Step,
): Promise<GateFacts> {
  const facts = await readFacts(tx, scope, plan, body, context)
  if (acknowledge.length === 0) return facts
  const taken = acknowledge.map((id) => [
    id,
    { digest: GATES[id].digest!(facts), by: actorOf(caller), at: clock.now().toISOString() },
  ])
  const all = { ...plan.acknowledged, ...Object.fromEntries(taken) }
  await updatePlan(tx, scope, plan.id, { acknowledged: JSON.stringify(all) })
  return { ...facts, acknowledged: all }
}

/** The old plan keeps its state; its content becomes a new draft. */
async function reopen(deps: PlanDeps, tx: Db<Tables>, { plan, theCase, caller }: LockedPlan, { body }: Opened) {
  return savePlan(deps, tx, caller, theCase.id, {
    ...{ title: plan.title, target: plan.target, policy: plan.policy, totals: plan.totals, inputs: plan.inputs, body },
    based_on: { plan_id: plan.id },
  })
}

/** Starts another verification, for example after one failed or after new evidence. The plan moves when it passes. */
async function verifyAgain(deps: PlanDeps, tx: Db<Tables>, { plan, theCase, caller }: LockedPlan): Promise<number> {
  await ensureInDelivery(deps, tx, { theCase, caller })
  const run = await startRun(deps, tx, caller, theCase, 'verify', { plan_id: plan.id })
  return recordCase(deps, tx, caller, theCase, {
    type: 'plan.transitioned',
    subject: { kind: 'plan', id: plan.id, label: plan.title },
    message: `Plan ${plan.number} is being verified by run ${run.n}.`,
    data: { transition: 'verify', from: plan.state, to: plan.state, run_id: run.id },
  })
}
