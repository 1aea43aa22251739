// What claims look like on their way into the tables and out of them.
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

export type Said = Pick<
  Draft,
  'category' | 'predicate' | 'value' | 'state' | 'relation' | 'snippet' | 'details' | 'confidence'
>
/** What another page of the vendor says. */
export type SaidElsewhere = Said & Pick<ClaimFacts, 'source_id' | 'snapshot_id'> & { url: string }

/** A claim that stands, with the address of its page. */
export type StandingClaim = ClaimRow & { url: string }

/** What was told to be gone from a page of the vendor not long ago. */
export interface ToldRemoval {
  id: string
  source_id: string | null
  payload: Record<string, unknown>
}
