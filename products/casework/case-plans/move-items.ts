// Moves items of a plan, on request or as a side effect. Every move is in the table of ITEM_MOVES.
import type { PlanStep } from '@veritrace/contract/casework/case-plans'
import type { Db } from '@veritrace/platform/db/db'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { type ItemChange, listItems, updateItems } from './item-store.ts'
import { type ItemStepName, itemAfter, itemMove, itemStepsFrom } from './rules.ts'
import type { CasePlanRow, PlanItemRow } from './tables.ts'

export type Moved = { item_id: string; from: PlanItemRow['state']; to: PlanItemRow['state'] }

/** Moves all items or none: 404 for an item of another plan, 409 for one whose state does not allow the step. */
export async function moveItems(
  tx: Db<Tables>,
  scope: Scope,
  plan: Pick<CasePlanRow, 'id' | 'state'>,
  name: ItemStepName,
  step: { item_ids: readonly string[] } & Pick<PlanStep, 'reason' | 'actuals'>,
  now: Date,
): Promise<Moved[]> {
  const rows = new Map((await listItems(tx, scope, [plan.id])).map((row) => [row.item_id, row]))
  const asked = step.item_ids.map((id) => rows.get(id) ?? notFound('plan_item', id))
  for (const row of asked)
    if (!itemMove(name).plan.includes(plan.state) || !itemAfter(row, name)) refuse(plan, row, name)
  return write(tx, scope, plan, name, asked, step, now)
}

/** Moves the selected items whose state allows the step; the others stay as they are. */
export async function moveEligibleItems(
  tx: Db<Tables>,
  scope: Scope,
  plan: Pick<CasePlanRow, 'id'>,
  name: ItemStepName,
  which: (row: PlanItemRow) => boolean,
  now: Date,
  reasonOf?: (row: PlanItemRow) => string | undefined,
): Promise<Moved[]> {
  const rows = (await listItems(tx, scope, [plan.id])).filter((row) => which(row) && itemAfter(row, name))
  return write(tx, scope, plan, name, rows, { reasonOf }, now)
}

/** Stores the actual effort of items, reported when the whole plan is completed. */
export async function saveActuals(
  tx: Db<Tables>,
  scope: Scope,
  plan: Pick<CasePlanRow, 'id'>,
  actuals: Readonly<Record<string, number>>,
  now: Date,
): Promise<void> {
  const rows = new Map((await listItems(tx, scope, [plan.id])).map((row) => [row.item_id, row]))
  const changes = Object.entries(actuals).map(([id, actual_days]) => {
    const { item_id, state, held_from, reason, done_at, verified_at } = rows.get(id) ?? notFound('plan_item', id)
    return { item_id, state, held_from, reason, done_at, verified_at, actual_days }
  })
  await updateItems(tx, scope, plan.id, changes, now)
}

interface MoveDetails {
  reason?: string
  reasonOf?: ((row: PlanItemRow) => string | undefined) | undefined
  actuals?: Readonly<Record<string, number>>
}

async function write(
  tx: Db<Tables>,
  scope: Scope,
  { id }: Pick<CasePlanRow, 'id'>,
  name: ItemStepName,
  rows: readonly PlanItemRow[],
  said: MoveDetails,
  now: Date,
): Promise<Moved[]> {
  const changes = rows.map((row): ItemChange & { from: PlanItemRow['state'] } => {
    const to = itemAfter(row, name)!
    return {
      item_id: row.item_id,
      from: row.state,
      state: to,
      held_from: to === 'blocked' ? row.state : null,
      reason: said.reason ?? said.reasonOf?.(row) ?? null,
      actual_days: said.actuals?.[row.item_id] ?? row.actual_days,
      done_at: to === 'done' ? now : to === 'verified' ? row.done_at : null,
      verified_at: to === 'verified' ? now : null,
    }
  })
  await updateItems(
    tx,
    scope,
    id,
    changes.map(({ from: _, ...change }) => change),
    now,
  )
  return changes.map(({ item_id, from, state }) => ({ item_id, from, to: state }))
}

function refuse(plan: Pick<CasePlanRow, 'state'>, row: PlanItemRow, name: ItemStepName): never {
  return fail('forbidden_transition', `${name} is not possible for ${row.item_id}, which is ${row.state}.`, {
    from: row.state,
    plan_state: plan.state,
    item_id: row.item_id,
    allowed: itemStepsFrom(plan.state, row.state),
  })
}
