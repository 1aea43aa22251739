// A statement that disappears from one page and appears on another has moved. It was not withdrawn.

import { plainName } from '../vendors/derive/names.ts'
import { CATEGORY, topicOf } from '../vendors/derive/vocabulary.ts'
import type { Change } from './change.ts'
import type { ReportedRemoval, Statement } from './tables.ts'

/** The reported removals whose claims this page contains again. */
export const undoneRemovals = (
  removals: readonly ReportedRemoval[],
  after: readonly Statement[],
): ReportedRemoval[] => {
  const stated = new Set(
    after.filter(({ relation, state }) => relation !== 'background' && state !== 'expired').map(sameOf),
  )
  return removals.filter(({ payload }) => stated.has(sameOf(payload.before as Statement)))
}

/** The changes without additions that are part of a move. */
export function withoutMoved(changes: readonly Change[], moved: readonly ReportedRemoval[]): Change[] {
  const keys = new Set(moved.map(({ payload }) => sameOf(payload.before as Statement)))
  return changes.filter(({ before, after }) => before !== null || after === null || !keys.has(sameOf(after)))
}

const sameOf = (claim: Pick<Statement, 'category' | 'predicate' | 'value'>): string =>
  claim.category === CATEGORY.subprocessor ? `subprocessor ${plainName(claim.value)}` : topicOf(claim)
