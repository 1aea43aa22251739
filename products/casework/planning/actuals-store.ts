// The SQL of the actual effort of finished items in all plans. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'

/** Actual effort next to the pack's own estimate before calibration. */
export const listActuals = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db
    .selectFrom('casework.case_plan_items')
    .select(['action_id', sql<number>`coalesce(guessed, p50)`.as('guessed'), sql<number>`actual_days`.as('actual')])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('actual_days', 'is not', null)
    .orderBy('plan_id')
    .orderBy('place')
    .execute()
