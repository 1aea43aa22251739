// Checks whether the items of a delivered plan meet their acceptance conditions, based on a new run.
import type { PlanItem } from '@veritrace/contract/casework/plan'
import type { Db } from '@veritrace/platform/db/db'
import type { RunFacts, VerifyPlan } from '../runs/verify.ts'
import type { Tables } from '../tables.ts'
import type { AdvanceDeps } from './advance-plan.ts'
import { advancePlan } from './advance-plan.ts'
import { listItems } from './item-store.ts'
import { moveEligibleItems } from './move-items.ts'
import { planAfter } from './rules.ts'
import { getBody, lockPlan, updatePlan } from './store.ts'

type Failed = { item_id: string; reason: string }

/** If the plan is no longer in `delivered`, it is left alone; the run still reports its findings. */
export const openVerifyPlan =
  (deps: AdvanceDeps): VerifyPlan =>
  async (tx, caller, theCase, run, facts) => {
    const scope = { tenant: theCase.tenant_id, workspace: theCase.workspace_id }
    const planId = run.options.plan_id ?? ''
    const plan = await lockPlan(tx, scope, theCase.id, planId)
    if (!plan) return { plan_id: planId, passed: 0, failed: 0, failed_items: [] }
    const { checked, failed } = await checkItems(tx, scope, planId, facts)
    const outcome = { plan_id: planId, passed: checked - failed.length, failed: failed.length, failed_items: failed }
    if (!planAfter(plan, 'verify')) return outcome
    const now = deps.clock.now()
    const verification = { run_id: run.id, at: now.toISOString(), passed: failed.length === 0, failed_items: failed }
    await updatePlan(tx, scope, plan.id, { verification: JSON.stringify(verification) })
    const reasons = new Map(failed.map(({ item_id, reason }) => [item_id, reason]))
    const held = { scope, theCase, plan, caller }
    await moveEligibleItems(tx, scope, plan, 'verify_item', ({ item_id }) => !reasons.has(item_id), now)
    if (failed.length === 0) await advancePlan(deps, tx, held, 'verify', { data: { run_id: run.id } })
    else {
      const sent = ({ item_id }: { item_id: string }) => reasons.get(item_id)
      await moveEligibleItems(tx, scope, plan, 'send_back', ({ item_id }) => reasons.has(item_id), now, sent)
      await advancePlan(deps, tx, held, 'fail_verification', { data: { run_id: run.id, failed_items: failed } })
    }
    return outcome
  }

async function checkItems(
  tx: Db<Tables>,
  scope: { tenant: string; workspace: string },
  planId: string,
  facts: RunFacts,
): Promise<{ checked: number; failed: Failed[] }> {
  const { items, details } = await getBody(tx, scope, planId)
  const waived = new Set(
    (await listItems(tx, scope, [planId])).filter(({ state }) => state === 'waived').map(({ item_id }) => item_id),
  )
  const checked = items.filter(({ id }) => !waived.has(id))
  return {
    checked: checked.length,
    failed: checked.flatMap((item) => {
      const reason = whyNot(item, details[item.id]?.objects ?? [], facts)
      return reason === undefined ? [] : [{ item_id: item.id, reason }]
    }),
  }
}

/** Describes the first acceptance condition that is not met. Pure. */
export function whyNot(
  { acceptance }: Pick<PlanItem, 'acceptance'>,
  objects: readonly string[],
  facts: RunFacts,
): string | undefined {
  for (const condition of acceptance) {
    const reason = breach(condition, objects, facts)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** Objects no longer in the estate meet every condition; manual conditions were confirmed with the item. */
function breach(
  condition: PlanItem['acceptance'][number],
  objects: readonly string[],
  { scale, ratingOf, executionsOf, countFindings }: RunFacts,
): string | undefined {
  if (condition.kind === 'rating_at_least') {
    const least = scale.indexOf(condition.code)
    const worse = objects.find((form) => {
      const rating = ratingOf(form)
      return rating !== undefined && scale.indexOf(rating.code) > least
    })
    return worse && `${worse} is rated ${ratingOf(worse)!.code}, not ${condition.code} or better`
  }
  if (condition.kind === 'findings_cleared') {
    const open = countFindings(objects, condition.check_ids)
    return open > 0 ? `${open} findings of ${condition.check_ids.join(', ')} are open` : undefined
  }
  if (condition.kind === 'unused_confirmed') {
    const used = objects.find((form) => executionsOf(form) !== undefined && executionsOf(form) !== 0)
    if (used === undefined) return undefined
    return executionsOf(used) === null ? `no usage data covers ${used}` : `${used} is still used`
  }
  return undefined
}
