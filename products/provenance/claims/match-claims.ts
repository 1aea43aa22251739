// Matches the claims of a new reading with the stored claims of the page.
import type { ClaimRow } from '../directory-tables.ts'
import { contentOf, normalized } from './draft.ts'
import type { Draft } from './tables.ts'

export interface Matched {
  added: Draft[]
  /** Claims that the page no longer makes. */
  ended: ClaimRow[]
  /** Claims with new content: the old row ends and a new one starts with the same key (PROV-O wasRevisionOf). */
  changed: { before: ClaimRow; after: Draft }[]
  /**
   * Claims with the same content and wording. The row moves to the new snapshot: snapshot, quote and offsets are
   * written together, so that the quote is always at its offsets in the text of its snapshot. If the wording of the
   * quote differs, the claim counts as changed, so that an earlier day still shows the sentence it had.
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
  contentOf(before) === contentOf(after) && normalized(before.snippet) === normalized(after.snippet)

export const isUntouched = ({ added, ended, changed }: Matched): boolean =>
  added.length + ended.length + changed.length === 0

export const countsOf = ({ added, ended, changed, kept }: Matched): Record<string, number> => ({
  claims_added: added.length,
  claims_ended: ended.length,
  claims_changed: changed.length,
  claims_same: kept.length,
})
