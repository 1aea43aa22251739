// Converts rows of quick plans to the types of the contract.
import type { PlanSummary, PlanVersion } from '@veritrace/contract/casework/plan'
import type { ListedVersion } from './store.ts'
import type { PlanBody } from './tables.ts'

type Shown = Omit<ListedVersion, 'tenant_id' | 'workspace_id' | 'pack_id' | 'project_id' | 'inputs' | 'items'>

const summaryOf = (row: Shown) => ({
  id: row.id,
  plan_key: row.plan_key,
  version: row.version,
  title: row.title,
  target: row.target,
  totals: row.totals,
  inputs_digest: row.inputs_digest,
  is_current: row.version === row.newest,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
})

export const viewSummary = (row: ListedVersion): PlanSummary => ({
  ...summaryOf(row),
  ...(row.items && { items: row.items }),
})

export function viewVersion(row: Shown, { details: _, ...body }: PlanBody): PlanVersion {
  return { ...summaryOf(row), ...body }
}
