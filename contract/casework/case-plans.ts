// Plans of a case: drafted, reviewed, approved, delivered, and verified. Only the states of a plan and its items change.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { CaseEvent } from './case-records.ts'
import { Acceptance, GRANULARITIES, OBJECTIVES, PlanConstraints, PlanItem, PlanVersion, RISKS } from './plan.ts'
import { TransportSummary } from './plan-transports.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const line = (maxLength: number) => t.String({ minLength: 1, maxLength, pattern: '\\S' })
const Id = t.String({ minLength: 1, maxLength: 64 })
const count = t.Integer({ minimum: 0 })

export const PLAN_STATES = [
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'in_delivery',
  'on_hold',
  'delivered',
  'verified',
  'rejected',
  'withdrawn',
  'superseded',
] as const
export type PlanState = (typeof PLAN_STATES)[number]
export const PLAN_TRANSITIONS = [
  'submit',
  'request_changes',
  'approve',
  'reject',
  'withdraw',
  'start',
  'hold',
  'resume',
  'complete',
  'verify',
  'reopen',
] as const
export const ITEM_TRANSITIONS = ['start_item', 'block', 'unblock', 'complete_item', 'waive', 'reopen_item'] as const
/** Failed gates that a user may acknowledge and pass anyway. */
export const ACKNOWLEDGEABLE = ['G3', 'G8'] as const
export const MAX_PLAN_ITEMS = 2_000

const BasedOn = t.Object({ plan_id: optional(t.String()), version_id: optional(t.String()) })
const Progress = t.Object({ done: count, verified: count, blocked: count, total: count, effort_done_p50: t.Number() })
const ReviewCounts = t.Object({ approvals: count, changes_requested: count, open_blocking: count })
const Verification = t.Object({
  run_id: t.String(),
  at: DateTime,
  passed: t.Boolean(),
  failed_items: list(t.Object({ item_id: t.String(), reason: t.String() })),
})

const { plan_key: _, is_current, version, items, ...drafted } = PlanVersion.properties
const stateFields = {
  case_id: t.String(),
  number: t.Integer({ description: 'Number within the case, from 1' }),
  state: oneOf(PLAN_STATES),
  author: Actor,
  based_on: optional(BasedOn),
  supersedes: list(t.String(), { description: 'Plans superseded by the approval of this one' }),
  superseded_by: nullable(t.String()),
  policy: t.Object({ approvals_required: count, author_may_approve: t.Boolean(), freeze_ruleset: t.Boolean() }),
  reviews: ReviewCounts,
  progress: Progress,
  verification: optional(Verification),
  is_current,
  updated_at: DateTime,
  version,
  etag: t.String(),
}

export type CasePlanSummary = Static<typeof CasePlanSummary>
export const CasePlanSummary = named(
  'CasePlanSummary',
  t.Object({
    id: t.String(),
    title: t.String(),
    totals: drafted.totals,
    target: drafted.target,
    inputs_digest: drafted.inputs_digest,
    created_at: DateTime,
    ...stateFields,
  }),
)

export type CasePlanItem = Static<typeof CasePlanItem>
export const CasePlanItem = named(
  'CasePlanItem',
  t.Object({
    ...PlanItem.properties,
    reason: optional(t.String({ description: 'Why the item is blocked, waived or failed' })),
    actual_days: optional(t.Number()),
    done_at: optional(DateTime),
    allowed_transitions: list(oneOf(ITEM_TRANSITIONS)),
  }),
)

export type CasePlan = Static<typeof CasePlan>
export const CasePlan = named(
  'CasePlan',
  t.Object({
    ...drafted,
    ...stateFields,
    items: list(CasePlanItem),
    run_id: nullable(t.String({ description: 'The run on which the plan is based' })),
    gates: list(
      t.Object({
        id: t.String(),
        title: t.String(),
        status: oneOf(['pass', 'fail', 'warn']),
        detail: t.String(),
      }),
    ),
    allowed_transitions: list(
      t.Object({
        name: oneOf(PLAN_TRANSITIONS),
        to: oneOf(PLAN_STATES),
        allowed: t.Boolean(),
        missing: list(t.String(), { description: 'Failed gates, and roles that the caller lacks' }),
      }),
    ),
    transports: list(TransportSummary),
  }),
)

export type NewPlanItem = Static<typeof NewPlanItem>
export const NewPlanItem = named(
  'NewPlanItem',
  strict({
    id: optional(Id),
    title: line(300),
    action_id: optional(t.String({ maxLength: 80 })),
    artifacts: optional(list(line(400), { maxItems: 5_000, description: 'Short forms, IRIs or ids' })),
    rationale_md: optional(t.String({ maxLength: 8_000 })),
    acceptance: optional(list(Acceptance, { maxItems: 20 })),
    preconditions: optional(list(Id, { maxItems: 200 })),
    wave: optional(t.Integer({ minimum: 0, maximum: 200 })),
    risk: optional(oneOf(RISKS)),
    role: optional(line(80)),
    assignee: optional({ ...line(200), description: 'The id or the email address of a member' }),
    effort: optional(
      strict({
        low: t.Number({ minimum: 0, maximum: 10_000 }),
        likely: t.Number({ minimum: 0, maximum: 10_000 }),
        high: t.Number({ minimum: 0, maximum: 10_000 }),
      }),
    ),
  }),
)

export type NewCasePlan = Static<typeof NewCasePlan>
export const NewCasePlan = named(
  'NewCasePlan',
  strict({
    title: optional(line(200)),
    from_version_id: optional(Id),
    from_plan_id: optional(Id),
    items: optional(
      list(NewPlanItem, {
        minItems: 1,
        maxItems: MAX_PLAN_ITEMS,
        description: 'With a base plan: an item with an existing id replaces it; others are added',
      }),
    ),
    without: optional(list(Id, { maxItems: MAX_PLAN_ITEMS, description: 'Items of the base plan to leave out' })),
  }),
)

export type GeneratePlan = Static<typeof GeneratePlan>
export const GeneratePlan = named(
  'GeneratePlan',
  strict({
    title: optional(line(200)),
    objective: oneOf(OBJECTIVES, { default: 'balanced' }),
    constraints: optional(PlanConstraints),
    from: oneOf(['accepted', 'accepted_and_proposed'], { default: 'accepted' }),
    granularity: oneOf(GRANULARITIES, { default: 'pattern' }),
    seed: t.Integer({ minimum: 0, maximum: 2_147_483_647, default: 1 }),
  }),
)

const Reason = t.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' })
export type PlanStep = Static<typeof PlanStep>
export const PlanStep = named(
  'PlanStep',
  strict({
    transition: oneOf([...PLAN_TRANSITIONS, ...ITEM_TRANSITIONS]),
    comment: optional(t.String({ maxLength: 4_000 })),
    reason: optional(Reason),
    acknowledge: optional(list(oneOf(ACKNOWLEDGEABLE), { maxItems: ACKNOWLEDGEABLE.length, uniqueItems: true })),
    item_ids: optional(list(Id, { minItems: 1, maxItems: MAX_PLAN_ITEMS, uniqueItems: true })),
    actuals: optional(
      t.Record(t.String({ maxLength: 64 }), t.Number({ minimum: 0, maximum: 10_000 }), {
        description: 'Actual effort in person-days by item id',
      }),
    ),
  }),
)

const found = ['case_not_found', 'gone', 'case_plan_not_found', 'pack_not_found', 'unknown_target'] as const
export const casePlans = {
  list: endpoint('GET /cases/{caseId}/plans', {
    summary: 'List the plans of a case, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery, state: optional(oneOf(PLAN_STATES)) }),
    ok: countedPageOf(CasePlanSummary),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
  create: endpoint('POST /cases/{caseId}/plans', {
    summary: 'Draft a plan from a quick plan, from another plan, or from items',
    description:
      'The items of a plan never change. To edit a plan, draft a new one from it with `items` and `without`.',
    auth: 'bearer',
    may: MAY.decide,
    body: NewCasePlan,
    ok: CasePlan,
    status: 201,
    versioned: true,
    errors: [
      ...found,
      'plan_version_not_found',
      'unknown_action',
      'unknown_reference',
      'unacceptable',
      'scope_empty',
      'forbidden_transition',
    ],
    maxBytes: 4 * 1024 * 1024,
  }),
  generate: endpoint('POST /cases/{caseId}/plans/generate', {
    summary: 'Draft a plan from the accepted recommendations',
    auth: 'bearer',
    may: MAY.decide,
    body: GeneratePlan,
    bodyOptional: true,
    ok: CasePlan,
    status: 201,
    versioned: true,
    errors: [
      'case_not_found',
      'gone',
      'nothing_accepted',
      'scope_empty',
      'cyclic_constraint',
      'planner_busy',
      'forbidden_transition',
    ],
  }),
  get: endpoint('GET /cases/{caseId}/plans/{planId}', {
    summary: 'Get a plan with its items, gates and allowed transitions',
    auth: 'bearer',
    ok: CasePlan,
    versioned: true,
    errors: [...found],
  }),
  step: endpoint('POST /cases/{caseId}/plans/{planId}/transitions', {
    summary: 'Move a plan, or with `item_ids` some of its items, to another state',
    description:
      'The required role depends on the transition: see `missing` in `allowed_transitions` of the plan. A failed gate returns 422; a transition that the state does not allow returns 409.',
    auth: 'bearer',
    may: ['architect', 'reviewer', 'admin'],
    body: PlanStep,
    ok: t.Object({ plan: CasePlan, event: CaseEvent, version: t.Integer() }),
    versioned: true,
    errors: [
      ...found,
      'forbidden_transition',
      'gate_failed',
      'self_approval',
      'role_required',
      'reason_required',
      'plan_item_not_found',
      'unacceptable',
      'stale_version',
      'run_in_progress',
    ],
  }),
}
