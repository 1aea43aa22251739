// Types of claims on their way into the tables and out of them.
import type { ClaimRow } from '../directory-tables.ts'
import type { ClaimFacts } from '../vendors/derive/facts.ts'

/** A claim that is about to be stored. */
export type Draft = Pick<
  ClaimRow,
  | 'claim_key'
  | 'category'
  | 'predicate'
  | 'value'
  | 'state'
  | 'relation'
  | 'claim_text'
  | 'snippet'
  | 'snippet_start'
  | 'snippet_end'
  | 'prefix'
  | 'suffix'
  | 'confidence'
  | 'factors'
  | 'details'
  | 'rule_id'
  | 'rule_version'
>

export type Statement = Pick<
  Draft,
  'category' | 'predicate' | 'value' | 'state' | 'relation' | 'snippet' | 'details' | 'confidence'
>
/** A claim of another page of the vendor. */
export type StatementElsewhere = Statement & Pick<ClaimFacts, 'source_id' | 'snapshot_id'> & { url: string }

/** A current claim, with the address of its page. */
export type CurrentClaim = ClaimRow & { url: string }

/** A recent removal event of a page of the vendor. */
export interface ReportedRemoval {
  id: string
  source_id: string | null
  payload: Record<string, unknown>
}
