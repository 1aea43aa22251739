// The states of a recommendation, and what a decision on it requires. Pure.
import type { RecommendationDecision, RecommendationStatus } from '@veritrace/contract/casework/recommendations'

/** The states that people may request, by current state. All other changes come from time and from runs. */
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

/** An accepted recommendation may be exempted later, because a plan can require it. Its status stays the same. */
export const isExemptedLater = (from: RecommendationStatus, { status, exemption }: RecommendationDecision): boolean =>
  from === 'accepted' && status === 'accepted' && exemption !== undefined

/** The first missing or wrong field of a decision, with a message. */
export function missingIn(decision: RecommendationDecision, now: Date): { path: string; message: string } | undefined {
  const { status, reason, note, defer_until, exemption, chosen_alternative_id } = decision
  if (status === undefined && (reason ?? note ?? defer_until ?? exemption ?? chosen_alternative_id) !== undefined)
    return { path: 'status', message: 'is required unless only feedback is sent' }
  if (status === 'rejected' && reason === undefined)
    return { path: 'reason', message: 'is required to reject a recommendation' }
  if (status === 'deferred' && defer_until === undefined)
    return { path: 'defer_until', message: 'is required to defer a recommendation' }
  if (status !== 'deferred' && defer_until !== undefined)
    return { path: 'defer_until', message: 'is only allowed with the status deferred' }
  if (defer_until !== undefined && new Date(defer_until) <= now)
    return { path: 'defer_until', message: 'must be in the future' }
  if (exemption && status !== 'accepted')
    return { path: 'exemption', message: 'is only allowed with the status accepted' }
  if (exemption && new Date(exemption.expires_at) <= now)
    return { path: 'exemption/expires_at', message: 'must be in the future' }
  if (chosen_alternative_id !== undefined && status !== 'accepted')
    return { path: 'chosen_alternative_id', message: 'is only allowed with the status accepted' }
  return undefined
}

interface EarlierStatus {
  status: RecommendationStatus
  /** The last decision, if there was one. */
  decided?: RecommendationStatus
  /** It was accepted with an exemption that is no longer in force. */
  isLapsed?: boolean
}

/** The status when a run finds it again: the decision remains, unless its exemption has ended. */
export function statusWhenFound({ status, decided, isLapsed = false }: EarlierStatus): RecommendationStatus {
  const last = status === 'superseded' ? (decided ?? 'proposed') : status
  if (last === 'accepted') return isLapsed ? 'proposed' : last
  if (status === 'superseded') return last === 'rejected' ? last : 'proposed'
  // A fixed issue has returned and needs another decision.
  return status === 'done' ? 'proposed' : status
}

/**
 * The status when a run no longer finds it: an accepted recommendation is done, provided the run had the same scope and
 * target as the previous one. An object that is only exempted has not been fixed.
 */
export function statusWhenMissing(
  status: RecommendationStatus,
  { hasSameScope, isExempted = false }: { hasSameScope: boolean; isExempted?: boolean },
): RecommendationStatus {
  if (status === 'done' || (status === 'accepted' && isExempted)) return status
  return status === 'accepted' && hasSameScope ? 'done' : 'superseded'
}
