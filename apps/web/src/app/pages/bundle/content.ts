// The output of a generation of kind `bundle`. The contract does not define its content.
import type { Bundle } from '@veritrace/contract/casework/bundles'
import type { CasePlan, CasePlanItem } from '@veritrace/contract/casework/case-plans'
import type { CaseEvidence } from '@veritrace/contract/casework/case-records'
import type { Case, CaseSummary } from '@veritrace/contract/casework/cases'
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { Citation, PackRef } from '@veritrace/contract/casework/shapes'

/** Parts that were left out when the bundle was created are missing. */
export interface BundleContent {
  case: Case
  pack: PackRef
  /** Changes with the version and the settings of the pack. */
  ruleset: string | null
  audit_head: string | null
  citations: readonly Citation[]
  summary?: CaseSummary
  recommendations?: readonly Recommendation[]
  plan?: BundledPlan | null
  evidence?: readonly CaseEvidence[]
}
export type BundledPlan = Pick<CasePlan, 'number' | 'title' | 'state' | 'totals'> & { items: readonly CasePlanItem[] }

export type BundleOutput = Pick<Bundle, 'case_id' | 'n' | 'digest' | 'size' | 'signature'> & { content: BundleContent }
