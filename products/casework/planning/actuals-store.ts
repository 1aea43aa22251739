// What finished items of all plans took, against what the pack had guessed. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { type Calibration, calibrationOf } from './engine/calibrate.ts'

export async function readCalibration(db: Db<Tables>, { tenant, workspace }: Scope): Promise<Calibration> {
  const actuals = await db
    .selectFrom('casework.case_plan_items')
    .select(['action_id', sql<number>`coalesce(guessed, p50)`.as('guessed'), sql<number>`actual_days`.as('actual')])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('actual_days', 'is not', null)
    .orderBy('plan_id')
    .orderBy('place')
    .execute()
  return calibrationOf(actuals)
}
