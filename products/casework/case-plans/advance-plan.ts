// Moves a plan to its next state, with everything that follows from it. Roles and gates were checked before.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { moveCase } from '../cases/move-case.ts'
import { recordCase, systemOf } from '../cases/record.ts'
import { updateCaseRow } from '../cases/store.ts'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import { inWords } from '../model/in-words.ts'
import type { Scope } from '../model/space.ts'
import { notifyWebhooks } from '../plan-webhooks/notify-webhooks.ts'
import { startRun } from '../runs/start-run.ts'
import type { Tables } from '../tables.ts'
import { moveEligibleItems } from './move-items.ts'
import { dismissVerdicts } from './review-store.ts'
import { EVENT_OF, PLAN_MOVES, type PlanStepName, planAfter } from './rules.ts'
import { currentPlan, listOlder, updatePlan } from './store.ts'
import type { CasePlanRow } from './tables.ts'

export type AdvanceDeps = Pick<Casework, 'clock' | 'events' | 'jobs' | 'publicUrl'>

/** A plan whose case and row are locked. */
export interface LockedPlan {
  scope: Scope
  theCase: CaseRow
  plan: CasePlanRow
  caller: Caller
}

export interface TransitionDetails {
  reason?: string | undefined
  comment?: string | undefined
  /** Digest of the current lists. */
  catalog?: string
  superseded_by?: string
  data?: Record<string, unknown>
}

/** Returns the number of the event in the case. */
export async function advancePlan(
  deps: AdvanceDeps,
  tx: Db<Tables>,
  held: LockedPlan,
  name: Exclude<PlanStepName, 'reopen'>,
  why: TransitionDetails = {},
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
  await updateCurrentPlan(deps, tx, held, to)
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
  await notifyWebhooks(deps, tx, caller, theCase, {
    ...{ type: EVENT_OF[name], seq, plan: { ...plan, state: to } },
    changes: { transition: name, from: plan.state, to, ...(why.reason && { reason: why.reason }), ...why.data },
  })
  return seq
}

function fieldsOf(name: PlanStepName, now: Date, { catalog, superseded_by }: TransitionDetails) {
  if (name === 'submit') return { submitted_at: now }
  if (name === 'approve') return { approved_at: now, ...(catalog !== undefined && { approved_catalog: catalog }) }
  if (name === 'complete') return { delivered_at: now, verification: null }
  if (name === 'supersede') return { superseded_by: superseded_by ?? null }
  return {}
}

type Effect = (deps: AdvanceDeps, tx: Db<Tables>, held: LockedPlan, why: TransitionDetails) => Promise<unknown>

const SIDE_EFFECTS: Partial<Record<PlanStepName, Effect>> = {
  /** Verdicts on an earlier submission apply to another version of the plan. */
  submit: ({ clock }, tx, { scope, plan }) =>
    dismissVerdicts(tx, scope, plan.id, { reason: 'The plan was resubmitted.', at: clock.now().toISOString() }),
  approve: async (deps, tx, held) => {
    await moveEligibleItems(tx, held.scope, held.plan, 'make_ready', () => true, deps.clock.now())
    await supersedeOlder(deps, tx, held)
  },
  start: ensureInDelivery,
  complete: async (deps, tx, held) => {
    await ensureInDelivery(deps, tx, held)
    const { theCase, plan, caller } = held
    const note = `Verification of plan ${plan.number}`
    await startRun(deps, tx, caller, theCase, 'verify', { plan_id: plan.id, note })
  },
  verify: async (deps, tx, held) => {
    await ensureInDelivery(deps, tx, held)
    await moveCase(deps, tx, held.caller, held.theCase, 'verification_passed')
  },
  fail_verification: ensureInDelivery,
}

/** Work on its plan moves a reopened case back to `in_delivery`. */
export function ensureInDelivery(
  deps: Pick<Casework, 'clock' | 'events'>,
  tx: Db<Tables>,
  { theCase, caller }: Pick<LockedPlan, 'theCase' | 'caller'>,
): Promise<void> {
  return moveCase(deps, tx, caller, theCase, 'delivery_started')
}

async function supersedeOlder(deps: AdvanceDeps, tx: Db<Tables>, { scope, theCase, plan }: LockedPlan): Promise<void> {
  const older = await listOlder(tx, scope, theCase.id, plan.number, PLAN_MOVES.supersede.from)
  for (const one of older)
    await advancePlan(deps, tx, { scope, theCase, plan: one, caller: systemOf(theCase) }, 'supersede', {
      reason: `Plan ${plan.number} was approved.`,
      superseded_by: plan.id,
    })
}

/** The plan approved last is current, or else the newest that is not rejected, withdrawn or superseded. */
async function updateCurrentPlan(
  { clock }: AdvanceDeps,
  tx: Db<Tables>,
  { scope, theCase, plan }: LockedPlan,
  to: CasePlanRow['state'],
): Promise<void> {
  const isAside = to === 'rejected' || to === 'withdrawn' || to === 'superseded'
  if (to !== 'approved' && !isAside) return
  const current = isAside ? ((await currentPlan(tx, scope, theCase.id))?.id ?? null) : plan.id
  await updateCaseRow(tx, scope, theCase.id, { current_plan_id: current, updated_at: clock.now() })
}
