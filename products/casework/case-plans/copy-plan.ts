// The plan of one case as the draft of another that was made from it.
import type { CopyPlan } from '../cases/duplicate-case.ts'
import { scopeOf } from '../model/scope.ts'
import { viewTarget } from '../packs/packs.ts'
import type { Advancing } from './advance-plan.ts'
import { keepPlan } from './keep-plan.ts'
import { currentPlan, getBody } from './store.ts'

/** A case without a plan gives none. */
export const openCopyPlan =
  (deps: Advancing): CopyPlan =>
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
    await keepPlan(deps, tx, caller, to, drafted)
  }
