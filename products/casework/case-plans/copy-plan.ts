// Copies the current plan of one case as a draft of its duplicate.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { scopeOf } from '../model/scope.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { viewTarget } from '../packs/packs.ts'
import type { Tables } from '../tables.ts'
import type { AdvanceDeps } from './advance-plan.ts'
import { savePlan } from './save-plan.ts'
import { currentPlan, getBody } from './store.ts'

/** Does nothing if the case has no plan. */
/** Copies the plan of one case to another, in the caller's transaction. */
export type CopyPlan = (
  tx: Db<Tables>,
  caller: Caller,
  cases: { from: string; to: string },
  made: { active: ActivePack; target: TargetProfile },
) => Promise<void>

export const openCopyPlan =
  (deps: AdvanceDeps): CopyPlan =>
  async (tx, caller, { from, to }, { active, target }) => {
    const scope = scopeOf(caller)
    const plan = await currentPlan(tx, scope, from)
    if (!plan) return
    const { title, policy, totals, inputs } = plan
    const body = await getBody(tx, scope, plan.id)
    const drafted = {
      title,
      target: viewTarget(active, target),
      policy,
      totals,
      inputs,
      body,
      based_on: { plan_id: plan.id },
    }
    await savePlan(deps, tx, caller, to, drafted)
  }
