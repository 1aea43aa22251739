// How a recommendation moves, and what a decision about it needs. Pure.
import type { RecommendationDecision, RecommendationStatus } from '@veritrace/contract/casework/recommendations'

/** What people may ask for, by where it is. Everything else comes about by time and by runs. */
export const DECISIONS = {
  proposed: ['accepted', 'rejected', 'deferred'],
  accepted: [],
  rejected: [],
  deferred: [],
  superseded: [],
  done: [],
} as const satisfies Record<RecommendationStatus, readonly RecommendationStatus[]>

export const mayBecome = (from: RecommendationStatus, to: RecommendationStatus): boolean =>
  (DECISIONS[from] as readonly RecommendationStatus[]).includes(to)

/** What was accepted may be exempted later: a plan can need it. That moves nothing. */
export const isExemptedLater = (from: RecommendationStatus, { status, exemption }: RecommendationDecision): boolean =>
  from === 'accepted' && status === 'accepted' && exemption !== undefined

/** What is missing in a decision, in words. */
export function missingIn(decision: RecommendationDecision, now: Date): { path: string; message: string } | undefined {
  const { status, reason, note, defer_until, exemption, chosen_alternative_id } = decision
  if (status === undefined && (reason ?? note ?? defer_until ?? exemption ?? chosen_alternative_id) !== undefined)
    return { path: 'status', message: 'is needed; only feedback can come without it' }
  if (status === 'rejected' && reason === undefined) return { path: 'reason', message: 'is needed to reject it' }
  if (status === 'deferred' && defer_until === undefined)
    return { path: 'defer_until', message: 'is needed to defer it' }
  if (status !== 'deferred' && defer_until !== undefined)
    return { path: 'defer_until', message: 'goes with the status deferred' }
  if (defer_until !== undefined && new Date(defer_until) <= now)
    return { path: 'defer_until', message: 'must lie in the future' }
  if (exemption && status !== 'accepted') return { path: 'exemption', message: 'goes with the status accepted' }
  if (exemption && new Date(exemption.expires_at) <= now)
    return { path: 'exemption/expires_at', message: 'must lie in the future' }
  if (chosen_alternative_id !== undefined && status !== 'accepted')
    return { path: 'chosen_alternative_id', message: 'goes with the status accepted' }
  return undefined
}

interface Standing {
  status: RecommendationStatus
  /** What had been decided, where anything was. */
  decided?: RecommendationStatus
  /** It was accepted with an exemption, which holds no more. */
  isLapsed?: boolean
}

/** Where a run finds the same again: what was decided stands, but for an exemption that has ended since. */
export function foundAgain({ status, decided, isLapsed = false }: Standing): RecommendationStatus {
  const stood = status === 'superseded' ? (decided ?? 'proposed') : status
  if (stood === 'accepted') return isLapsed ? 'proposed' : stood
  if (status === 'superseded') return stood === 'rejected' ? stood : 'proposed'
  // What had been mended has come back: somebody has to look anew.
  return status === 'done' ? 'proposed' : status
}

/**
 * Where a run finds it no more: what was accepted has been done, if that run looked at the same as the one before. What
 * is only exempted for a time has not been done.
 */
export function notFoundAgain(
  status: RecommendationStatus,
  { looksAtTheSame, isExempted = false }: { looksAtTheSame: boolean; isExempted?: boolean },
): RecommendationStatus {
  if (status === 'done' || (status === 'accepted' && isExempted)) return status
  return status === 'accepted' && looksAtTheSame ? 'done' : 'superseded'
}
