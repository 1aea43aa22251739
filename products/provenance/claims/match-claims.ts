// What a new reading of a page does to the stored claims of it, row by row.
import type { ClaimRow } from '../directory-tables.ts'
import { contentOf, wordsOf } from './draft.ts'
import type { Draft } from './tables.ts'

export interface Matched {
  added: Draft[]
  /** Said before, and not any more. */
  ended: ClaimRow[]
  /** Said otherwise now: the old row ends and the new one begins, under one key (PROV-O wasRevisionOf). */
  changed: { before: ClaimRow; after: Draft }[]
  /**
   * Said in the same words. The row goes over to the new snapshot as a whole: snapshot, quote and offsets are written
   * together, so that the quote always stands at its offsets in the text of its snapshot. Where the words of the quote
   * differ, the claim counts as changed, so that an earlier day keeps the sentence that it had.
   */
  kept: { before: ClaimRow; after: Draft }[]
}

export function matchClaims(current: readonly ClaimRow[], drafts: readonly Draft[]): Matched {
  const known = new Map(current.map((row) => [row.claim_key, row]))
  const matched: Matched = { added: [], ended: [], changed: [], kept: [] }
  for (const after of drafts) {
    const before = known.get(after.claim_key)
    known.delete(after.claim_key)
    if (!before) matched.added.push(after)
    else if (saysTheSame(before, after)) matched.kept.push({ before, after })
    else matched.changed.push({ before, after })
  }
  matched.ended.push(...known.values())
  return matched
}

const saysTheSame = (before: Draft, after: Draft): boolean =>
  contentOf(before) === contentOf(after) && wordsOf(before.snippet) === wordsOf(after.snippet)

export const isUntouched = ({ added, ended, changed }: Matched): boolean =>
  added.length + ended.length + changed.length === 0

export const countsOf = ({ added, ended, changed, kept }: Matched): Record<string, number> => ({
  claims_added: added.length,
  claims_ended: ended.length,
  claims_changed: changed.length,
  claims_same: kept.length,
})
