// Converts rows of recommendations to the types of the contract.
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { iso } from '@veritrace/platform/clock'
import type { RecommendationRow } from './tables.ts'

export function viewRecommendation(row: RecommendationRow): Recommendation {
  const { objects: _, ...body } = row.body
  return {
    ...body,
    id: row.id,
    case_id: row.case_id,
    run_id: row.run_id,
    key: row.key,
    action_id: row.action_id,
    priority: row.priority,
    status: row.status,
    ...decisionOf(row),
    defer_until: iso(row.defer_until),
    plan_item_ids: row.plan_item_ids,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    etag: `"${row.version}"`,
  }
}

function decisionOf({ decision }: RecommendationRow): Pick<Recommendation, 'decision'> {
  if (!decision) return {}
  const { status: _, ...shown } = decision
  return { decision: shown }
}
