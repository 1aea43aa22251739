// Moves some items of a plan one step.
import type { PlanStep } from '@veritrace/contract/casework/case-plans'
import type { VerbOf } from '@veritrace/contract/event-types'
import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import { recordCase } from '../cases/record.ts'
import { counted } from '../model/counted.ts'
import { inWords } from '../model/in-words.ts'
import { notifyWebhooks } from '../plan-webhooks/notify-webhooks.ts'
import type { Tables } from '../tables.ts'
import { type AdvanceDeps, ensureInDelivery, type LockedPlan } from './advance-plan.ts'
import { type Moved, moveItems } from './move-items.ts'
import { type ItemTransition, itemMove } from './rules.ts'
import { updatePlan } from './store.ts'

/** Returns the number of the event in the case. */
export async function stepItems(
  deps: AdvanceDeps,
  tx: Db<Tables>,
  { scope, plan, theCase, caller }: LockedPlan,
  name: ItemTransition,
  { item_ids = [], reason, comment, actuals = {} }: PlanStep,
): Promise<number> {
  if (item_ids.length === 0) wrong('item_ids', `is required for ${name}`)
  if (itemMove(name).needsReason && reason === undefined)
    fail('reason_required', `Give a reason for ${name}.`, { errors: [{ path: 'reason', message: 'is required' }] })
  const foreign = Object.keys(actuals).find((id) => !item_ids.includes(id))
  if (foreign !== undefined) wrong(`actuals.${foreign}`, 'is not among item_ids')
  const moved = await moveItems(
    tx,
    scope,
    plan,
    name,
    { item_ids, actuals, ...(reason !== undefined && { reason }) },
    deps.clock.now(),
  )
  await updatePlan(tx, scope, plan.id, { updated_at: deps.clock.now() })
  return recordItems(deps, tx, { scope, plan, theCase, caller }, name, moved, { reason, comment })
}

export async function recordItems(
  deps: AdvanceDeps,
  tx: Db<Tables>,
  { plan, theCase, caller }: LockedPlan,
  name: VerbOf<'plan'>,
  moved: readonly Moved[],
  { reason, comment }: Pick<PlanStep, 'reason' | 'comment'> = {},
): Promise<number> {
  if (plan.state === 'in_delivery') await ensureInDelivery(deps, tx, { theCase, caller })
  const states = [...new Set(moved.map(({ to }) => inWords(to)))].join(' or ')
  const seq = await recordCase(deps, tx, caller, theCase, {
    type: 'plan.item_changed',
    subject: { kind: 'plan', id: plan.id, label: plan.title },
    message: `Plan ${plan.number}: ${counted(moved.length, 'item is', 'items are')} now ${states}.`,
    data: { transition: name, plan_id: plan.id, items: moved, ...(comment && { comment }) },
    audit: {
      action: `plan.${name}`,
      before: moved.map(({ item_id, from }) => ({ item_id, state: from })),
      after: moved.map(({ item_id, to }) => ({ item_id, state: to })),
      ...(reason !== undefined && { reason }),
    },
  })
  await notifyWebhooks(deps, tx, caller, theCase, {
    ...{ plan, type: 'plan.item_changed', seq },
    changes: { transition: name, items: moved },
  })
  return seq
}

const wrong = (path: string, message: string): never =>
  fail('unacceptable', `${path} ${message}.`, { errors: [{ path, message }] })
