// Quick plans: tasks, order, roles, and dates, without a case.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, oneOf, pageQuery, strict } from '../wire.ts'
import { Baseline, Calibration, Content } from './plan-parts.ts'
import { MAY } from './roles.ts'
import {
  Actor,
  ArtifactRef,
  Citation,
  Code,
  CodeCounts,
  countedPageOf,
  Effort,
  PackRef,
  someOf,
  Target,
} from './shapes.ts'

const optional = t.Optional
const list = t.Array
const word = (maxLength: number) => t.String({ minLength: 1, maxLength })
const words = (maxItems: number) => list(word(300), { maxItems })
const Day = t.String({ format: 'date' })
const Days = t.Number({ description: 'Person-days' })

export const OBJECTIVES = ['lift', 'risk', 'effort', 'balanced'] as const
export const GRANULARITIES = ['pattern', 'object', 'package'] as const
export const RISKS = ['low', 'medium', 'high'] as const
export const ITEM_STATES = [
  'proposed',
  'ready',
  'in_progress',
  'blocked',
  'done',
  'verified',
  'waived',
  'failed',
] as const
export const DIFF_CAUSES = ['catalog', 'evidence', 'ruleset', 'decisions', 'constraints'] as const
export const MAX_PLAN_ARTIFACTS = 5_000

export const Selector = named(
  'Selector',
  strict({
    packages: optional(words(500)),
    name_globs: optional(words(500)),
    types: optional(words(100)),
    components: optional(words(500)),
    codes: optional(list(Code, { maxItems: 20 })),
    owners: optional(words(500)),
    used: optional(t.Boolean()),
  }),
)

export const PlanScope = named(
  'PlanScope',
  strict({
    project_id: optional(word(64)),
    artifact_ids: optional(
      list(word(400), { maxItems: MAX_PLAN_ARTIFACTS, description: 'Ids, IRIs or short forms such as TABL:VBAK' }),
    ),
    selector: optional(Selector),
  }),
)

const DATE = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const FREEZE = `^${DATE}(?:/${DATE})?$`
const constraints = {
  capacity_fte: t.Number({ minimum: 0.5, maximum: 200, multipleOf: 0.5, default: 3 }),
  days_per_week: t.Integer({ minimum: 1, maximum: 7, default: 5 }),
  sprint_days: t.Integer({ minimum: 1, maximum: 60, default: 10, description: 'Working days per sprint' }),
  start_date: optional(Day),
  deadline: optional(Day),
  budget_days: optional(t.Number({ minimum: 0, maximum: 1_000_000 })),
  must_include: optional(words(500)),
  exclude: optional(words(500)),
  calendar: optional(
    list(formed('a date, or two with a slash: 2026-12-19/2027-01-06', FREEZE), {
      maxItems: 60,
      description: 'Freeze periods such as 2026-12-19/2027-01-06; both days are included',
    }),
  ),
}
export type PlanConstraints = Static<typeof PlanConstraints>
export const PlanConstraints = named('PlanConstraints', strict(constraints))

export type PlanRequest = Static<typeof PlanRequest>
export const PlanRequest = named(
  'PlanRequest',
  strict({
    key: formed('letters, digits and _ . -', '^[A-Za-z0-9][A-Za-z0-9_.-]*$', { maxLength: 80, default: 'default' }),
    title: optional(t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    pack: optional(word(80)),
    target: optional(word(120)),
    scope: PlanScope,
    constraints: optional(PlanConstraints),
    objective: oneOf(OBJECTIVES, { default: 'balanced' }),
    granularity: oneOf(GRANULARITIES, { default: 'pattern' }),
    base_version_id: optional(word(64)),
    seed: t.Integer({ minimum: 0, maximum: 2_147_483_647, default: 1 }),
  }),
)

export const Acceptance = t.Union([
  t.Object({ kind: oneOf(['rating_at_least']), code: Code }),
  t.Object({ kind: oneOf(['findings_cleared']), check_ids: list(t.String()) }),
  t.Object({ kind: oneOf(['unused_confirmed']) }),
  t.Object({ kind: oneOf(['manual']), text: t.String() }),
])

export type PlanItem = Static<typeof PlanItem>
export const PlanItem = named(
  'PlanItem',
  t.Object({
    id: t.String(),
    key: t.String({ description: 'Stable across versions; derived from action, pattern and scope' }),
    title: t.String(),
    action_id: t.String(),
    contents: optional(
      list(Content, { description: 'Up to 30 parts of the work package, those with the most objects first' }),
    ),
    contents_total: optional(t.Integer()),
    pattern: optional(t.Object({ reference: ArtifactRef, successors: list(ArtifactRef) })),
    artifacts: list(ArtifactRef, { description: 'The first artifacts' }),
    artifacts_total: t.Integer(),
    rationale_md: t.String(),
    preconditions: list(t.String(), { description: 'Items that must be completed first' }),
    wave: t.Integer({ description: 'The `n` of its wave' }),
    start: optional(Day),
    finish: optional(Day),
    role: optional(t.String()),
    assignee: optional(t.String()),
    effort: Effort,
    risk: oneOf(RISKS),
    risk_reasons: list(t.String()),
    lift: t.Object({ objects_reaching_target: t.Integer(), objects_improved: t.Integer() }),
    acceptance: list(Acceptance),
    needs_decision: optional(t.Object({ question: t.String(), options: list(t.String()) })),
    state: oneOf(ITEM_STATES),
    citations: list(t.Integer(), { description: 'Numbers of citations of the plan' }),
    recommendation_ids: optional(
      list(t.String(), { description: 'In plans of cases: the recommendations that it addresses' }),
    ),
  }),
)

export type PlanWave = Static<typeof PlanWave>
export const PlanWave = named(
  'PlanWave',
  t.Object({
    n: t.Integer({
      description:
        '1 quick wins, 2 foundations, 3 and above improvement, the last one research; waves without items are omitted',
    }),
    title: t.String(),
    purpose: t.String(),
    start: optional(Day),
    finish: optional(Day),
    items: list(t.String()),
    capacity_days: Days,
    load_p50: Days,
  }),
)

export type PlanTotals = Static<typeof PlanTotals>
export const PlanTotals = named(
  'PlanTotals',
  t.Object({
    items: t.Integer(),
    objects: t.Integer(),
    effort: Effort,
    before: CodeCounts,
    after: CodeCounts,
    unacceptable_left: t.Integer(),
  }),
)

const ItemRef = t.Object({ id: t.String(), key: t.String(), title: t.String() })
export type PlanDiff = Static<typeof PlanDiff>
export const PlanDiff = named(
  'PlanDiff',
  t.Object({
    from: t.String(),
    to: t.String(),
    items: t.Object({
      added: list(ItemRef),
      removed: list(ItemRef),
      changed: list(t.Object({ key: t.String(), field: t.String(), from: t.Unknown(), to: t.Unknown() })),
    }),
    totals: t.Object({ effort_p50_delta: Days, objects_delta: t.Integer() }),
    causes: list(oneOf(DIFF_CAUSES)),
  }),
)

const Ruleset = t.Object({ id: t.String(), version: t.String() })
const summary = {
  id: t.String(),
  plan_key: t.String(),
  version: t.Integer(),
  title: t.String(),
  target: Target,
  totals: PlanTotals,
  inputs_digest: t.String(),
  is_current: t.Boolean({ description: 'True for the newest version of its key' }),
  created_by: Actor,
  created_at: DateTime,
}
export type PlanSummary = Static<typeof PlanSummary>
export const PlanSummary = named('PlanSummary', t.Object({ ...summary, items: optional(list(PlanItem)) }))

export type PlanVersion = Static<typeof PlanVersion>
export const PlanVersion = named(
  'PlanVersion',
  t.Object({
    ...summary,
    pack: PackRef,
    ruleset: list(Ruleset, { description: 'The decision tables used' }),
    scope: t.Object({
      project_id: optional(t.String()),
      artifact_ids: optional(list(t.String())),
      selector: optional(Selector),
    }),
    constraints: t.Object(constraints),
    objective: oneOf(OBJECTIVES),
    granularity: oneOf(GRANULARITIES),
    seed: t.Integer(),
    headline: optional(t.String({ description: 'Benefit and cost; says so first if nothing improves' })),
    baselines: optional(list(Baseline, { description: 'Alternatives to compare the plan with' })),
    calibration: optional(Calibration),
    waves: list(PlanWave),
    items: list(PlanItem, { description: 'Up to 60 work packages, those with the most improvement per day first' }),
    lift_curve: list(
      t.Object({
        item_id: t.String(),
        cumulative_p50: Days,
        objects_at_target: t.Integer(),
        share: t.Number({ minimum: 0, maximum: 1 }),
      }),
    ),
    critical_path: list(t.String()),
    assumptions: list(t.String()),
    open_questions: list(t.Object({ text: t.String(), item_ids: list(t.String()) })),
    infeasible: optional(list(t.Object({ reason: t.String(), suggestion: t.String() }))),
    citations: list(Citation),
    diff_from: optional(PlanDiff),
  }),
)

const PlanVersions = named(
  'PlanVersions',
  t.Union([PlanVersion, t.Object({ diff: PlanDiff }), countedPageOf(PlanSummary)]),
)

export const plan = {
  make: endpoint('POST /plan', {
    summary: 'Create a plan with waves, dates, effort ranges and expected improvement',
    description:
      'Deterministic: equal inputs and an equal seed give an equal plan. Every call adds an immutable version under `key`. If a deadline or budget cannot be met, the plan says so in `infeasible`. With `preview=true` nothing is stored, and the plan has version 0.',
    auth: 'bearer',
    may: MAY.ask,
    query: strict({ preview: t.Boolean({ default: false }) }),
    body: PlanRequest,
    ok: PlanVersion,
    status: 201,
    errors: [
      'scope_empty',
      'unknown_target',
      'cyclic_constraint',
      'pack_not_found',
      'project_not_found',
      'plan_version_not_found',
      'planner_busy',
    ],
  }),
  versions: endpoint('GET /plan/versions', {
    summary: 'List plan versions, newest first; get one with `id`, or compare two with `compare`',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      key: optional(word(80)),
      id: optional(word(64)),
      include: optional(someOf(['items'])),
      compare: optional(
        formed('the ids of two versions separated by a comma', '^plv_[0-9a-z]+,plv_[0-9a-z]+$', {
          maxLength: 130,
          description: 'From and to, separated by a comma',
        }),
      ),
    }),
    ok: PlanVersions,
    errors: ['plan_version_not_found', 'invalid_cursor'],
  }),
}
