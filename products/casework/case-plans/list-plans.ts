// Lists the plans of a case without their items, in a fixed number of queries.
import type { CasePlanSummary, casePlans } from '@veritrace/contract/casework/case-plans'
import type { Query } from '@veritrace/contract/endpoint'
import type { CaseRow } from '../cases/tables.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import { listItems } from './item-store.ts'
import { countVerdict, effectiveVerdicts } from './review-rules.ts'
import { listOpenBlocking, listVerdicts } from './review-store.ts'
import { listPlans } from './store.ts'
import { headOf } from './view.ts'

export async function listHeads(
  { db }: Pick<Casework, 'db'>,
  scope: Scope,
  theCase: CaseRow,
  query: Query<typeof casePlans.list>,
): Promise<{ items: CasePlanSummary[]; next: string; total: number | null }> {
  const { items, next, total } = await listPlans(db, scope, theCase.id, query)
  const ids = items.map(({ id }) => id)
  const states = Map.groupBy(await listItems(db, scope, ids), ({ plan_id }) => plan_id)
  const verdicts = Map.groupBy(await listVerdicts(db, scope, ids), ({ plan_id }) => plan_id)
  const blocking = Map.groupBy(await listOpenBlocking(db, scope, ids), ({ plan_id }) => plan_id)
  const heads = items.map((plan) => {
    const standing = effectiveVerdicts(verdicts.get(plan.id) ?? [])
    return headOf(plan, {
      supersedes: items.filter((other) => other.superseded_by === plan.id).map(({ id }) => id),
      isCurrent: theCase.current_plan_id === plan.id,
      states: states.get(plan.id) ?? [],
      reviews: {
        approvals: countVerdict(standing, 'approve'),
        changes_requested: countVerdict(standing, 'request_changes'),
        open_blocking: blocking.get(plan.id)?.length ?? 0,
      },
    })
  })
  return { items: heads, next, total }
}
