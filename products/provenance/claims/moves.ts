// A statement that left one page and stands on another has moved: nothing was withdrawn.

import { plainName } from '../vendors/derive/names.ts'
import { CATEGORY, topicOf } from '../vendors/derive/vocabulary.ts'
import type { Change } from './change.ts'
import type { Said, ToldRemoval } from './tables.ts'

/** The removals that this page takes back. */
export const takenBack = (removals: readonly ToldRemoval[], after: readonly Said[]): ToldRemoval[] => {
  const said = new Set(
    after.filter(({ relation, state }) => relation !== 'background' && state !== 'expired').map(sameOf),
  )
  return removals.filter(({ payload }) => said.has(sameOf(payload.before as Said)))
}

/** Additions that are the other half of a move. */
export function withoutMoved(changes: readonly Change[], moved: readonly ToldRemoval[]): Change[] {
  const keys = new Set(moved.map(({ payload }) => sameOf(payload.before as Said)))
  return changes.filter(({ before, after }) => before !== null || after === null || !keys.has(sameOf(after)))
}

const sameOf = (claim: Pick<Said, 'category' | 'predicate' | 'value'>): string =>
  claim.category === CATEGORY.subprocessor ? `subprocessor ${plainName(claim.value)}` : topicOf(claim)
