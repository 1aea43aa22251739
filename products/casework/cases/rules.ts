// The states of a case and its moves between them. Pure.
import type { CasePatch, CaseStatus, OUTCOMES } from '@veritrace/contract/casework/cases'
import { CASE_STATUSES } from '@veritrace/contract/casework/cases'

type Outcome = (typeof OUTCOMES)[number]

interface Move {
  from: readonly CaseStatus[]
  to: CaseStatus
  by: 'system' | 'architect'
}

const BUT_CLOSED = CASE_STATUSES.filter((status) => status !== 'closed')

/** In any other state, a system move does nothing and a person's request is rejected. */
export const CASE_MOVES = {
  // Also when results exist: while they are recomputed, there is nothing to decide.
  run_started: { from: ['open', 'awaiting_decision', 'ready_to_close'], to: 'investigating', by: 'system' },
  run_found_work: { from: ['investigating'], to: 'awaiting_decision', by: 'system' },
  run_found_nothing: { from: ['investigating'], to: 'ready_to_close', by: 'system' },
  // The run found nothing, so the case returns to its initial state.
  run_failed: { from: ['investigating'], to: 'open', by: 'system' },
  plan_created: { from: ['awaiting_decision'], to: 'planned', by: 'system' },
  // Also when the case was reopened, or planned before it was investigated.
  delivery_started: {
    from: ['open', 'investigating', 'awaiting_decision', 'ready_to_close', 'planned'],
    to: 'in_delivery',
    by: 'system',
  },
  verification_passed: { from: ['in_delivery'], to: 'verified', by: 'system' },
  close: { from: ['verified', 'ready_to_close', 'awaiting_decision'], to: 'closed', by: 'architect' },
  cancel: { from: BUT_CLOSED, to: 'closed', by: 'architect' },
  reopen: { from: ['closed'], to: 'open', by: 'architect' },
} as const satisfies Record<string, Move>
export type CaseMove = keyof typeof CASE_MOVES

/** The state after a move; undefined if the move is not possible in this state. */
export function moveFrom(status: CaseStatus, move: CaseMove): CaseStatus | undefined {
  const { from, to }: Move = CASE_MOVES[move]
  return from.includes(status) ? to : undefined
}

/** The moves that a person may make in this state. */
export const allowedFrom = (status: CaseStatus): string[] =>
  (['close', 'cancel', 'reopen'] as const).filter((move) => moveFrom(status, move) !== undefined)

/** The move that a patch asks for. */
export function askedMove(patch: Pick<CasePatch, 'status' | 'outcome'>): 'close' | 'cancel' | 'reopen' | undefined {
  if (patch.status === undefined) return undefined
  if (patch.status === 'open') return 'reopen'
  return patch.outcome === 'cancelled' ? 'cancel' : 'close'
}

/** The field that the move still requires, with a message; undefined if nothing is missing. */
export function missingFor(status: CaseStatus, patch: CasePatch): { path: string; message: string } | undefined {
  if (patch.status === 'closed' && patch.outcome === undefined)
    return { path: 'outcome', message: 'is required to close a case' }
  if (patch.status === 'open' && patch.reason === undefined)
    return { path: 'reason', message: 'is required to reopen a case' }
  if (patch.status === undefined && (patch.outcome ?? patch.note ?? patch.reason) !== undefined)
    return { path: 'status', message: 'is required with an outcome, a note, or a reason' }
  if (isUnproven(status, patch.outcome))
    return { path: 'outcome', message: 'cannot be verified until a verification run has passed' }
  return undefined
}

const isUnproven = (status: CaseStatus, outcome: Outcome | undefined): boolean =>
  outcome === 'verified' && status !== 'verified'

/** `clean-core` numbers its cases CC-1, CC-2, …; a pack id of one word gives its first four letters. */
export function prefixOf(packId: string): string {
  const parts = packId.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const initials = parts.length > 1 ? parts.map((part) => part[0]).join('') : (parts[0] ?? 'case').slice(0, 4)
  return initials.slice(0, 6).toUpperCase()
}
