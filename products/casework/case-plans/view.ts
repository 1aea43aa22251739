// Converts rows of plans to the types of the contract, with the transitions allowed to the viewer.
import type { CasePlan, CasePlanItem, CasePlanSummary } from '@veritrace/contract/casework/case-plans'
import type { CaseRole } from '@veritrace/contract/casework/roles'
import type { CaseRow } from '../cases/tables.ts'
import type { PlanBody } from '../planning/tables.ts'
import { checkGates, type Gate, type GateFacts } from './gates.ts'
import { itemStepsFrom, type PlanTransition, planAfter, planMove, planStepsFrom } from './rules.ts'
import type { CasePlanRow, PlanItemRow } from './tables.ts'
import type { TransportRow } from './transport-tables.ts'
import { viewTransportSummary } from './view-transport.ts'

export interface Viewer {
  role: CaseRole
  /** The id of the viewer's actor. */
  id: string
  /** The viewer is the author, or both are credentials of the same person. */
  isOwn: boolean
}

export interface PlanParts {
  plan: CasePlanRow
  body: PlanBody
  facts: Omit<GateFacts, 'states'> & { states: readonly PlanItemRow[] }
  transports: readonly TransportRow[]
  supersedes: readonly string[]
  theCase: Pick<CaseRow, 'current_plan_id'>
}

export function viewPlan(parts: PlanParts, viewer: Viewer): CasePlan {
  const { plan, body, facts } = parts
  const { details: _, items, ...drafted } = body
  const gates = checkGates(facts)
  const stateOf = new Map(facts.states.map((row) => [row.item_id, row]))
  return {
    ...drafted,
    ...headOf(plan, {
      supersedes: parts.supersedes,
      isCurrent: parts.theCase.current_plan_id === plan.id,
      states: facts.states,
      reviews: {
        approvals: facts.approvals,
        changes_requested: facts.changesAsked,
        open_blocking: facts.openBlocking.length,
      },
    }),
    created_by: plan.author,
    run_id: plan.run_id,
    items: items.map((item) => viewItem(item, stateOf.get(item.id)!, plan)),
    gates: gates.map(({ id, title, status, detail }) => ({ id, title, status, detail })),
    allowed_transitions: planStepsFrom(plan.state).map((name) => allowance(plan, name, gates, viewer)),
    transports: parts.transports.map(viewTransportSummary),
  }
}

export interface HeadParts {
  supersedes: readonly string[]
  isCurrent: boolean
  states: readonly Pick<PlanItemRow, 'state' | 'p50'>[]
  reviews: CasePlan['reviews']
}

/** A plan without its items, for lists. */
export const headOf = (plan: CasePlanRow, parts: HeadParts): CasePlanSummary => ({
  id: plan.id,
  title: plan.title,
  totals: plan.totals,
  target: plan.target,
  inputs_digest: plan.inputs_digest,
  created_at: plan.created_at.toISOString(),
  case_id: plan.case_id,
  number: plan.number,
  state: plan.state,
  author: plan.author,
  ...(plan.based_on && { based_on: plan.based_on }),
  supersedes: [...parts.supersedes],
  superseded_by: plan.superseded_by,
  policy: plan.policy,
  reviews: parts.reviews,
  progress: progressOf(parts.states),
  ...(plan.verification && { verification: plan.verification }),
  is_current: parts.isCurrent,
  updated_at: plan.updated_at.toISOString(),
  version: plan.version,
  etag: `"${plan.version}"`,
})

function progressOf(states: HeadParts['states']): CasePlan['progress'] {
  const count = (...wanted: PlanItemRow['state'][]) => states.filter(({ state }) => wanted.includes(state)).length
  const done = states.filter(({ state }) => state === 'done' || state === 'verified')
  return {
    done: done.length,
    verified: count('verified'),
    blocked: count('blocked'),
    total: states.length,
    effort_done_p50: Math.round(done.reduce((sum, { p50 }) => sum + p50, 0) * 100) / 100,
  }
}

const viewItem = (item: PlanBody['items'][number], row: PlanItemRow, { state }: CasePlanRow): CasePlanItem => ({
  ...withProgress(item, row),
  allowed_transitions: itemStepsFrom(state, row.state),
})

/** An item as it was drafted, with its current state. */
export const withProgress = (item: PlanBody['items'][number], row: PlanItemRow) => ({
  ...item,
  state: row.state,
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.actual_days !== null && { actual_days: row.actual_days }),
  ...(row.done_at && { done_at: row.done_at.toISOString() }),
})

/** Computed from the table that also decides transitions: the next state, and what prevents the viewer from the step. */
function allowance(
  plan: CasePlanRow,
  name: PlanTransition,
  gates: readonly Gate[],
  { role, id, isOwn }: Viewer,
): CasePlan['allowed_transitions'][number] {
  const move = planMove(name)
  const failing = move.gates.filter((gate) => gates.some((one) => one.id === gate && one.status === 'fail'))
  const missing = [
    ...(move.by.includes(role) ? [] : [`role:${move.by.join('|')}`]),
    ...(move.author === 'only' && plan.author.id !== id ? ['author'] : []),
    ...(move.author === 'never' && isOwn && !plan.policy.author_may_approve ? ['another_person'] : []),
    ...failing,
  ]
  return { name, to: planAfter(plan, name)!, allowed: missing.length === 0, missing }
}
