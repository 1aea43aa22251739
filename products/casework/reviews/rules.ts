// Which verdicts stand. Pure.
import type { VERDICTS } from '@veritrace/contract/casework/plan-reviews'

type Verdict = (typeof VERDICTS)[number]

export interface Said {
  id: string
  verdict: Verdict
  reviewer_id: string
  dismissed: unknown
}

/** The last verdict of each reviewer counts; one that was dismissed counts no more, and comments are none. */
export function standingVerdicts(reviews: readonly Said[]): Map<string, Verdict> {
  const standing = new Map<string, Verdict>()
  for (const { verdict, reviewer_id, dismissed } of reviews.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    if (verdict !== 'comment' && dismissed === null) standing.set(reviewer_id, verdict)
  return standing
}

export const countVerdict = (standing: ReadonlyMap<string, Verdict>, wanted: Verdict): number =>
  [...standing.values()].filter((verdict) => verdict === wanted).length
