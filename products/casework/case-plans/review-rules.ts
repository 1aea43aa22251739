// Which verdicts count. Pure.
import type { VERDICTS } from '@veritrace/contract/casework/plan-reviews'

type Verdict = (typeof VERDICTS)[number]

export interface VerdictRow {
  id: string
  verdict: Verdict
  reviewer_id: string
  dismissed: unknown
}

/** The last verdict of each reviewer. Dismissed verdicts and comments do not count. */
export function effectiveVerdicts(reviews: readonly VerdictRow[]): Map<string, Verdict> {
  const latest = new Map<string, Verdict>()
  for (const { verdict, reviewer_id, dismissed } of reviews.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (verdict !== 'comment' && dismissed === null) latest.set(reviewer_id, verdict)
  return latest
}

export const countVerdict = (verdicts: ReadonlyMap<string, Verdict>, wanted: Verdict): number =>
  [...verdicts.values()].filter((verdict) => verdict === wanted).length
