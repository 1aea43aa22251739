// How a case moves, and what follows from its state. Pure.
import type { CasePatch, CaseStatus, OUTCOMES } from '@veritrace/contract/casework/cases'
import { CASE_STATUSES } from '@veritrace/contract/casework/cases'

type Outcome = (typeof OUTCOMES)[number]

interface Move {
  from: readonly CaseStatus[]
  to: CaseStatus
  by: 'system' | 'architect'
}

const BUT_CLOSED = CASE_STATUSES.filter((status) => status !== 'closed')

/** By what happens. A case that is not in one of the states stays where it is, or refuses what a person asks for. */
export const CASE_MOVES = {
  // Also again: results that are being worked out anew wait for nobody's decision.
  run_started: { from: ['open', 'awaiting_decision', 'ready_to_close'], to: 'investigating', by: 'system' },
  run_found_work: { from: ['investigating'], to: 'awaiting_decision', by: 'system' },
  run_found_nothing: { from: ['investigating'], to: 'ready_to_close', by: 'system' },
  // Nothing was found out: the case is where it was before anyone looked.
  run_failed: { from: ['investigating'], to: 'open', by: 'system' },
  plan_created: { from: ['awaiting_decision'], to: 'planned', by: 'system' },
  // And where it goes on in a case that was opened again, or whose plan was there before anything was found out.
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

/** Where it leads from there; undefined where it leads nowhere. */
export function moveFrom(status: CaseStatus, move: CaseMove): CaseStatus | undefined {
  const { from, to }: Move = CASE_MOVES[move]
  return from.includes(status) ? to : undefined
}

/** What a person may ask for in this state: the states that can be reached. */
export const allowedFrom = (status: CaseStatus): string[] =>
  (['close', 'cancel', 'reopen'] as const).filter((move) => moveFrom(status, move) !== undefined)

/** Which step of the table a patch asks for. */
export function askedMove(patch: Pick<CasePatch, 'status' | 'outcome'>): 'close' | 'cancel' | 'reopen' | undefined {
  if (patch.status === undefined) return undefined
  if (patch.status === 'open') return 'reopen'
  return patch.outcome === 'cancelled' ? 'cancel' : 'close'
}

/** What is missing before the step can be taken, in words; nothing where all is there. */
export function missingFor(status: CaseStatus, patch: CasePatch): { path: string; message: string } | undefined {
  if (patch.status === 'closed' && patch.outcome === undefined)
    return { path: 'outcome', message: 'is needed to close a case' }
  if (patch.status === 'open' && patch.reason === undefined)
    return { path: 'reason', message: 'is needed to open a case again' }
  if (patch.status === undefined && (patch.outcome ?? patch.note ?? patch.reason) !== undefined)
    return { path: 'status', message: 'is needed with an outcome, a note or a reason' }
  if (isUnproven(status, patch.outcome))
    return { path: 'outcome', message: 'cannot be verified before a run has shown it' }
  return undefined
}

const isUnproven = (status: CaseStatus, outcome: Outcome | undefined): boolean =>
  outcome === 'verified' && status !== 'verified'

/** `clean-core` numbers its cases CC-1, CC-2, …; one word gives its first letters. */
export function prefixOf(packId: string): string {
  const words = packId.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const letters = words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? 'case').slice(0, 4)
  return letters.slice(0, 6).toUpperCase()
}
