// How plans and their items move: by whom, from which state, and past which gates. Pure.
import type { ITEM_TRANSITIONS, PLAN_TRANSITIONS, PlanState } from '@veritrace/contract/casework/case-plans'
import type { ITEM_STATES } from '@veritrace/contract/casework/plan'
import { type CaseRole, MAY } from '@veritrace/contract/casework/roles'

type ItemState = (typeof ITEM_STATES)[number]

export type PlanTransition = (typeof PLAN_TRANSITIONS)[number]
export type ItemTransition = (typeof ITEM_TRANSITIONS)[number]
export type GateId =
  | ('G1' | 'G2' | 'G3' | 'G4' | 'G5' | 'G6' | 'G7' | 'G8')
  | ('changes_asked' | 'items_finished' | 'acceptance_met')

interface PlanMove {
  from: readonly PlanState[]
  /** `previous`: the state before the plan was put on hold. */
  to: PlanState | 'previous'
  /** If empty, only the system makes this move. */
  by: readonly CaseRole[]
  /** `only`: only the author may; `never`: everyone except the author may. */
  author?: 'only' | 'never'
  gates: readonly GateId[]
  needsReason?: true
}

/** Moves that people request, and moves that the system makes. */
export const PLAN_MOVES = {
  submit: { from: ['draft', 'changes_requested'], to: 'in_review', by: MAY.decide, gates: ['G1', 'G2', 'G3', 'G4'] },
  request_changes: { from: ['in_review'], to: 'changes_requested', by: MAY.judge, gates: ['changes_asked'] },
  approve: { from: ['in_review'], to: 'approved', by: MAY.judge, author: 'never', gates: ['G5', 'G6', 'G4', 'G7'] },
  reject: { from: ['in_review'], to: 'rejected', by: MAY.judge, gates: [], needsReason: true },
  withdraw: {
    from: ['draft', 'in_review', 'changes_requested'],
    to: 'withdrawn',
    by: ['architect', 'reviewer', 'admin'],
    author: 'only',
    gates: [],
  },
  start: { from: ['approved'], to: 'in_delivery', by: MAY.decide, gates: ['G8'] },
  hold: { from: ['approved', 'in_delivery'], to: 'on_hold', by: MAY.decide, gates: [], needsReason: true },
  resume: { from: ['on_hold'], to: 'previous', by: MAY.decide, gates: [], needsReason: true },
  complete: { from: ['in_delivery'], to: 'delivered', by: MAY.decide, gates: ['items_finished'] },
  /** When a person requests it, another verification starts; the plan is moved once that passes. */
  verify: { from: ['delivered'], to: 'verified', by: MAY.decide, gates: [] },
  /** The old plan keeps its state; reopening creates a new draft. */
  reopen: { from: ['rejected', 'withdrawn'], to: 'draft', by: MAY.decide, gates: [] },
  fail_verification: { from: ['delivered'], to: 'in_delivery', by: [], gates: [] },
  supersede: {
    from: ['draft', 'in_review', 'changes_requested', 'approved'],
    to: 'superseded',
    by: [],
    gates: [],
  },
} as const satisfies Record<string, PlanMove>
export type PlanStepName = keyof typeof PLAN_MOVES

export const planMove = (name: PlanStepName): PlanMove => PLAN_MOVES[name]

/** The next state; undefined if the step is not possible in this state. */
export function planAfter(
  { state, held_from }: { state: PlanState; held_from: PlanState | null },
  name: PlanStepName,
): PlanState | undefined {
  const { from, to } = planMove(name)
  if (!from.includes(state)) return undefined
  return to === 'previous' ? (held_from ?? 'in_delivery') : to
}

const namesOf = <T extends object>(table: T): (keyof T)[] => Object.keys(table) as (keyof T)[]

/** The transitions that people may request in this state. */
export const planStepsFrom = (state: PlanState): PlanTransition[] =>
  namesOf(PLAN_MOVES).filter(
    (name) => planMove(name).by.length > 0 && planMove(name).from.includes(state),
  ) as PlanTransition[]

interface ItemMove {
  from: readonly ItemState[]
  to: ItemState | 'previous'
  /** The plan must be in one of these states. */
  plan: readonly PlanState[]
  by: readonly CaseRole[]
  needsReason?: true
}

const DELIVERING = ['in_delivery'] as const
const APPROVED = ['approved', 'in_delivery'] as const

export const ITEM_MOVES = {
  start_item: { from: ['ready', 'failed'], to: 'in_progress', plan: DELIVERING, by: MAY.decide },
  block: { from: ['ready', 'in_progress'], to: 'blocked', plan: DELIVERING, by: MAY.decide, needsReason: true },
  unblock: { from: ['blocked'], to: 'previous', plan: DELIVERING, by: MAY.decide },
  complete_item: { from: ['ready', 'in_progress'], to: 'done', plan: DELIVERING, by: MAY.decide },
  waive: {
    from: ['ready', 'in_progress', 'blocked', 'failed'],
    to: 'waived',
    plan: APPROVED,
    by: MAY.decide,
    needsReason: true,
  },
  reopen_item: { from: ['done', 'waived'], to: 'ready', plan: APPROVED, by: MAY.decide },
  /** Moves that follow from a plan, a transport or a verification. */
  make_ready: { from: ['proposed'], to: 'ready', plan: ['approved'], by: [] },
  carry: { from: ['ready', 'failed'], to: 'in_progress', plan: DELIVERING, by: [] },
  deliver: { from: ['ready', 'in_progress', 'failed'], to: 'done', plan: DELIVERING, by: [] },
  fail_item: { from: ['in_progress'], to: 'failed', plan: DELIVERING, by: [] },
  verify_item: { from: ['done'], to: 'verified', plan: ['delivered'], by: [] },
  send_back: { from: ['done', 'verified'], to: 'in_progress', plan: ['delivered'], by: [] },
} as const satisfies Record<string, ItemMove>
export type ItemStepName = keyof typeof ITEM_MOVES

export const itemMove = (name: ItemStepName): ItemMove => ITEM_MOVES[name]

export function itemAfter(
  { state, held_from }: { state: ItemState; held_from: ItemState | null },
  name: ItemStepName,
): ItemState | undefined {
  const { from, to } = itemMove(name)
  if (!from.includes(state)) return undefined
  return to === 'previous' ? (held_from ?? 'ready') : to
}

/** The transitions that people may request for an item, given the states of plan and item. */
export const itemStepsFrom = (plan: PlanState, state: ItemState): ItemTransition[] =>
  namesOf(ITEM_MOVES).filter((name) => {
    const move = itemMove(name)
    return move.by.length > 0 && move.plan.includes(plan) && move.from.includes(state)
  }) as ItemTransition[]

export const isItemStep = (name: PlanTransition | ItemTransition): name is ItemTransition =>
  Object.hasOwn(ITEM_MOVES, name)

/** The event that webhooks receive for each transition. */
export const EVENT_OF = {
  submit: 'plan.submitted',
  request_changes: 'plan.changes_requested',
  approve: 'plan.approved',
  reject: 'plan.rejected',
  withdraw: 'plan.withdrawn',
  start: 'plan.started',
  hold: 'plan.held',
  resume: 'plan.resumed',
  complete: 'plan.delivered',
  verify: 'plan.verified',
  reopen: 'plan.created',
  fail_verification: 'plan.verification_failed',
  supersede: 'plan.superseded',
} as const satisfies Record<PlanStepName, string>
