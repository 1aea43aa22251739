// Takes one step of the tables: a plan's, or with item_ids some of its items'. The table says who may, and what must
// hold.
import type { CasePlan, PlanStep } from '@veritrace/contract/casework/case-plans'
import type { CaseEvent } from '@veritrace/contract/casework/case-records'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { isOwnWork } from '@veritrace/platform/identity/keys/hands'
import { recordCase } from '../cases/record.ts'
import { listEvents } from '../cases/record-store.ts'
import { viewEvent } from '../cases/view-records.ts'
import { actorOf } from '../model/actors.ts'
import { startRun } from '../runs/start-run.ts'
import type { Tables } from '../tables.ts'
import { advancePlan, type Held, keepDelivering } from './advance-plan.ts'
import { requireGates } from './check-gates.ts'
import { GATES, type GateFacts } from './gates.ts'
import { keepPlan, openCase } from './keep-plan.ts'
import { keepActuals } from './move-items.ts'
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
    const theCase = await openCase(tx, scope, opened.theCase.id, transition)
    const plan = (await lockPlan(tx, scope, theCase.id, planId)) ?? notFound('case_plan', planId)
    if (ifVersion !== undefined && ifVersion !== plan.version) staleVersion('plan', plan.version)
    const held = { scope, theCase, plan, caller }
    const done = isItemStep(transition)
      ? { id: plan.id, seq: await stepItems(deps, tx, held, transition, step) }
      : await stepWhole(deps, tx, held, opened, { ...step, transition })
    const now = { ...opened, theCase: await openCase(tx, scope, theCase.id, transition) }
    const shown = await showPlan(tx, caller, now, done.id)
    const [event] = await listEvents(tx, scope, theCase.id, { after: done.seq - 1, limit: 1 })
    return { plan: shown, event: viewEvent(event!), version: shown.version }
  })
}

/** The author is told that it is for someone else before the role counts. */
async function requireMayStep(
  { db }: Pick<PlanDeps, 'db'>,
  name: PlanTransition | ItemTransition,
  { plan, role }: Opened,
  caller: Caller,
): Promise<void> {
  const { by, author } = isItemStep(name) ? { ...itemMove(name), author: undefined } : planMove(name)
  if (author === 'never' && !plan.policy.author_may_approve && (await isOwnWork(db, caller, plan.author.id)))
    fail('self_approval', 'The author of a plan does not approve it.')
  if (!by.includes(role))
    fail('role_required', `${name} needs one of the roles ${by.join(', ')}; yours is ${role}.`, { required_role: by })
  if (author === 'only' && plan.author.id !== caller.actor.id)
    fail('role_required', 'Only its author withdraws a plan.', { required_role: ['author'] })
}

async function stepWhole(
  deps: PlanDeps,
  tx: Db<Tables>,
  held: Held,
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
    fail('unacceptable', 'Items are not named here.', {
      errors: [{ path: 'item_ids', message: `is not for ${name}` }],
    })
  const why = { reason, comment }
  if (planMove(name).needsReason && reason === undefined)
    fail('reason_required', `Say why: ${name} needs a reason.`, { errors: [{ path: 'reason', message: 'is needed' }] })
  if (step.actuals && name === 'complete') await keepActuals(tx, held.scope, plan, step.actuals, deps.clock.now())
  else if (step.actuals)
    fail('unacceptable', 'Days are told when work is done.', {
      errors: [{ path: 'actuals', message: `is not for ${name}` }],
    })
  const facts = await acknowledged(deps, tx, held, opened, step)
  requireGates(planMove(name).gates, facts)
  if (name === 'reopen') return reopen(deps, tx, held, opened)
  if (name === 'verify') return { id: plan.id, seq: await verifyAgain(deps, tx, held) }
  return { id: plan.id, seq: await advancePlan(deps, tx, held, name, { ...why, catalog: facts.catalog }) }
}

/** What the gates look at, with what the caller takes upon themselves kept on the plan. */
async function acknowledged(
  { clock }: PlanDeps,
  tx: Db<Tables>,
  { scope, plan, caller }: Held,
  { body, world }: Opened,
  { acknowledge = [] }: Step,
): Promise<GateFacts> {
  const facts = await readFacts(tx, scope, plan, body, world)
  if (acknowledge.length === 0) return facts
  const taken = acknowledge.map((id) => [
    id,
    { digest: GATES[id].digest!(facts), by: actorOf(caller), at: clock.now().toISOString() },
  ])
  const all = { ...plan.acknowledged, ...Object.fromEntries(taken) }
  await updatePlan(tx, scope, plan.id, { acknowledged: JSON.stringify(all) })
  return { ...facts, acknowledged: all }
}

/** The old plan stays what it is; a draft of the same is begun. */
async function reopen(deps: PlanDeps, tx: Db<Tables>, { plan, theCase, caller }: Held, { body }: Opened) {
  return keepPlan(deps, tx, caller, theCase.id, {
    ...{ title: plan.title, target: plan.target, policy: plan.policy, totals: plan.totals, inputs: plan.inputs, body },
    based_on: { plan_id: plan.id },
  })
}

/** For a verification that was cut, or after new evidence: the plan gets there when it passes. */
async function verifyAgain(deps: PlanDeps, tx: Db<Tables>, { plan, theCase, caller }: Held): Promise<number> {
  await keepDelivering(deps, tx, { theCase, caller })
  const run = await startRun(deps, tx, caller, theCase, 'verify', { plan_id: plan.id })
  return recordCase(deps, tx, caller, theCase, {
    type: 'plan.transitioned',
    subject: { kind: 'plan', id: plan.id, label: plan.title },
    message: `Plan ${plan.number} is being verified by run ${run.n}.`,
    data: { transition: 'verify', from: plan.state, to: plan.state, run_id: run.id },
  })
}
