// Numbers the citations of all artifacts in one answer. A record that is cited twice has one number. Pure.
import type { Citation, Rating } from '@veritrace/contract/casework/shapes'
import type { Known } from '../../rating/known.ts'

export interface Numbers {
  all: readonly Citation[]
  /** Its rating, with the citation numbers of this answer. */
  ratingOf(known: Known): Rating
  of(known: Known): number[]
}

export function openNumbers(): Numbers {
  const all: Citation[] = []
  const numbers = new Map<string, number>()
  const of = (known: Known): number[] =>
    known.citations.map((citation) => {
      const key = `${citation.entry_id ?? ''} ${citation.locator.value} ${citation.quote_hash}`
      const n = numbers.get(key) ?? all.push({ ...citation, n: all.length + 1 })
      numbers.set(key, n)
      return n
    })
  return {
    all,
    of,
    ratingOf: (known) => {
      const own = of(known)
      const at = (citation: number): number => own[citation - 1] ?? citation
      const { reasons, conflicts } = known.rating
      return {
        ...known.rating,
        reasons: reasons.map((reason) =>
          reason.citation === undefined ? reason : { ...reason, citation: at(reason.citation) },
        ),
        conflicts: conflicts.map((conflict) => ({
          ...conflict,
          left: { ...conflict.left, citation: at(conflict.left.citation) },
          right: { ...conflict.right, citation: at(conflict.right.citation) },
        })),
      }
    },
  }
}
