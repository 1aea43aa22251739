// A plan arrives in its next state, with everything that follows from it. Who may and what must hold was checked before.
import type { Db } from '@veritrace/platform/db/db'
import type { Caller } from '@veritrace/platform/identity/caller'
import { moveCase } from '../cases/move-case.ts'
import { recordCase, systemOf } from '../cases/record.ts'
import { updateCaseRow } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { inWords } from '../model/in-words.ts'
import type { Scope } from '../model/space.ts'
import { tellListeners } from '../plan-webhooks/tell.ts'
import { dismissVerdicts } from '../reviews/store.ts'
import { startRun } from '../runs/start-run.ts'
import type { Tables } from '../tables.ts'
import { nudgeItems } from './move-items.ts'
import { EVENT_OF, PLAN_MOVES, type PlanStepName, planAfter } from './rules.ts'
import { currentPlan, listOlder, updatePlan } from './store.ts'
import type { CasePlanRow } from './tables.ts'

export type Advancing = Pick<Casework, 'clock' | 'events' | 'jobs' | 'publicUrl'>

/** A plan under the locks of its case and of itself. */
export interface Held {
  scope: Scope
  theCase: CaseRow
  plan: CasePlanRow
  caller: Caller
}

export interface Why {
  reason?: string | undefined
  comment?: string | undefined
  /** Of the lists as they are now. */
  catalog?: string
  superseded_by?: string
  data?: Record<string, unknown>
}

/** Answers the number of the event in the case. */
export async function advancePlan(
  deps: Advancing,
  tx: Db<Tables>,
  held: Held,
  name: Exclude<PlanStepName, 'reopen'>,
  why: Why = {},
): Promise<number> {
  const { scope, theCase, plan, caller } = held
  const to = planAfter(plan, name)!
  await updatePlan(tx, scope, plan.id, {
    state: to,
    held_from: name === 'hold' ? plan.state : null,
    updated_at: deps.clock.now(),
    ...fieldsOf(name, deps.clock.now(), why),
  })
  await SIDE_EFFECTS[name]?.(deps, tx, held, why)
  await keepCurrent(deps, tx, held, to)
  const seq = await recordCase(deps, tx, caller, theCase, {
    type: 'plan.transitioned',
    subject: { kind: 'plan', id: plan.id, label: plan.title },
    message: `Plan ${plan.number} went from ${inWords(plan.state)} to ${inWords(to)}.`,
    data: {
      ...{ transition: name, from: plan.state, to, plan_id: plan.id },
      ...(why.comment && { comment: why.comment }),
      ...why.data,
    },
    audit: {
      action: `plan.${name}`,
      before: { id: plan.id, state: plan.state, version: plan.version },
      after: { id: plan.id, state: to, version: plan.version + 1 },
      ...(why.reason !== undefined && { reason: why.reason }),
    },
  })
  await tellListeners(deps, tx, caller, theCase, {
    ...{ type: EVENT_OF[name], seq, plan: { ...plan, state: to } },
    changes: { transition: name, from: plan.state, to, ...(why.reason && { reason: why.reason }), ...why.data },
  })
  return seq
}

function fieldsOf(name: PlanStepName, now: Date, { catalog, superseded_by }: Why) {
  if (name === 'submit') return { submitted_at: now }
  if (name === 'approve') return { approved_at: now, ...(catalog !== undefined && { approved_catalog: catalog }) }
  if (name === 'complete') return { delivered_at: now, verification: null }
  if (name === 'supersede') return { superseded_by: superseded_by ?? null }
  return {}
}

type Effect = (deps: Advancing, tx: Db<Tables>, held: Held, why: Why) => Promise<unknown>

const SIDE_EFFECTS: Partial<Record<PlanStepName, Effect>> = {
  /** What was said about an older submission was said about another plan. */
  submit: ({ clock }, tx, { scope, plan }) =>
    dismissVerdicts(tx, scope, plan.id, { reason: 'The plan was submitted again.', at: clock.now().toISOString() }),
  approve: async (deps, tx, held) => {
    await nudgeItems(tx, held.scope, held.plan, 'make_ready', () => true, deps.clock.now())
    await supersedeOlder(deps, tx, held)
  },
  start: keepDelivering,
  complete: async (deps, tx, held) => {
    await keepDelivering(deps, tx, held)
    const { theCase, plan, caller } = held
    const note = `Verification of plan ${plan.number}`
    await startRun(deps, tx, caller, theCase, 'verify', { plan_id: plan.id, note })
  },
  verify: async (deps, tx, held) => {
    await keepDelivering(deps, tx, held)
    await moveCase(deps, tx, held.caller, held.theCase, 'verification_passed')
  },
  fail_verification: keepDelivering,
}

/** Work on its plan takes a case that was opened again back to where it is delivered. */
export function keepDelivering(
  deps: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  { theCase, caller }: Pick<Held, 'theCase' | 'caller'>,
): Promise<void> {
  return moveCase(deps, tx, caller, theCase, 'delivery_started')
}

async function supersedeOlder(deps: Advancing, tx: Db<Tables>, { scope, theCase, plan }: Held): Promise<void> {
  const older = await listOlder(tx, scope, theCase.id, plan.number, PLAN_MOVES.supersede.from)
  for (const one of older)
    await advancePlan(deps, tx, { scope, theCase, plan: one, caller: systemOf(theCase) }, 'supersede', {
      reason: `Plan ${plan.number} was approved.`,
      superseded_by: plan.id,
    })
}

/** The case goes by the plan that was approved last, else by the newest that nobody has put aside. */
async function keepCurrent(
  { clock }: Advancing,
  tx: Db<Tables>,
  { scope, theCase, plan }: Held,
  to: CasePlanRow['state'],
): Promise<void> {
  const isAside = to === 'rejected' || to === 'withdrawn' || to === 'superseded'
  if (to !== 'approved' && !isAside) return
  const current = isAside ? ((await currentPlan(tx, scope, theCase.id))?.id ?? null) : plan.id
  await updateCaseRow(tx, scope, theCase.id, { current_plan_id: current, updated_at: clock.now() })
}
