// The SQL of plan items: their states and actual effort. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { PlanItemRow, Scope } from './tables.ts'

const ITEM = [
  ...([
    'plan_id',
    'item_id',
    'tenant_id',
    'workspace_id',
    'place',
    'action_id',
    'p50',
    'guessed',
    'state',
    'held_from',
  ] as const),
  ...(['reason', 'actual_days', 'done_at', 'verified_at', 'updated_at'] as const),
] as const

export const listItems = async (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  planIds: readonly string[],
): Promise<PlanItemRow[]> =>
  planIds.length === 0
    ? []
    : db
        .selectFrom('casework.case_plan_items')
        .select(ITEM)
        .where('tenant_id', '=', tenant)
        .where('workspace_id', '=', workspace)
        .where('plan_id', 'in', [...planIds])
        .orderBy('plan_id')
        .orderBy('place')
        .execute()

export type ItemChange = Pick<
  PlanItemRow,
  'item_id' | 'state' | 'held_from' | 'reason' | 'actual_days' | 'done_at' | 'verified_at'
>

/** Updates all items in one statement. */
export async function updateItems(
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  planId: string,
  changes: readonly ItemChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update casework.case_plan_items i set state = c.state, held_from = c.held_from, reason = c.reason,
      actual_days = c.actual_days, done_at = c.done_at, verified_at = c.verified_at, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (item_id text, state text, held_from text,
      reason text, actual_days double precision, done_at timestamptz, verified_at timestamptz)
    where i.tenant_id = ${tenant} and i.workspace_id = ${workspace} and i.plan_id = ${planId}
      and i.item_id = c.item_id`.execute(tx)
}
