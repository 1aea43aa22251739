// Cases: each answers one question with evidence.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { CaseRollup, RunRef } from './case-results.ts'
import { CaseScope, CaseScopePatch } from './case-scope.ts'
import { Selector } from './plan.ts'
import { MAY } from './roles.ts'
import { Actor, Citation, countedPageOf, PackRef, Target } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const line = (maxLength: number) => t.String({ minLength: 1, maxLength, pattern: '\\S' })
const Id = t.String({ minLength: 1, maxLength: 64 })

export const CASE_STATUSES = [
  'open',
  'investigating',
  'awaiting_decision',
  'ready_to_close',
  'planned',
  'in_delivery',
  'verified',
  'closed',
] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]
export const CASE_PHASES = ['corpus', 'resolve', 'graph', 'plan', 'review'] as const
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export const OUTCOMES = ['verified', 'accepted_risk', 'not_needed', 'cancelled'] as const
export const STALE_REASONS = [
  'scope_changed',
  'target_changed',
  'evidence_changed',
  'catalog_changed',
  'ruleset_changed',
  'decisions_changed',
] as const

export type Case = Static<typeof Case>
export const Case = named(
  'Case',
  t.Object({
    id: t.String(),
    key: t.String({ description: 'For example CC-42' }),
    project_id: nullable(t.String()),
    pack: PackRef,
    type_id: t.String(),
    title: t.String(),
    question_md: t.String(),
    status: oneOf(CASE_STATUSES),
    phase: oneOf(CASE_PHASES, { description: 'The first phase that is not complete' }),
    priority: oneOf(PRIORITIES),
    owner: Actor,
    participants: list(Actor),
    scope: t.Object({ artifact_ids: list(t.String()), selector: optional(Selector), resolved_count: t.Integer() }),
    target: Target,
    evidence_ids: list(t.String()),
    tags: list(t.String()),
    due_at: nullable(DateTime),
    rollup: CaseRollup,
    counters: t.Object({
      evidence: t.Integer(),
      artifacts: t.Integer(),
      recommendations_open: t.Integer(),
      plans: t.Integer(),
      reviews_pending: t.Integer(),
      deliveries_failed: t.Integer(),
    }),
    latest_run: optional(RunRef),
    current_plan_id: nullable(t.String()),
    stale: t.Object({ is: t.Boolean(), reasons: list(oneOf(STALE_REASONS)) }),
    duplicated_from: nullable(t.String()),
    closed: optional(t.Object({ at: DateTime, by: Actor, outcome: oneOf(OUTCOMES), note: t.String() })),
    created_by: Actor,
    created_at: DateTime,
    updated_at: DateTime,
    version: t.Integer(),
    etag: t.String(),
  }),
)

const Question = t.String({ maxLength: 20_000, description: 'Markdown' })
const Tags = list(line(60), { maxItems: 30, uniqueItems: true })
const PERSONS = ['user', 'agent'] as const
const Person = named('CasePerson', strict({ kind: oneOf(PERSONS, { default: 'user' }), id: Id, name: line(200) }))
const PersonPatch = named(
  'CasePersonPatch',
  strict(
    { kind: optional(oneOf(PERSONS)), id: optional(Id), name: optional(line(200)) },
    { description: 'Missing fields stay unchanged' },
  ),
)

const planned = {
  question_md: optional(Question),
  priority: optional(oneOf(PRIORITIES)),
  tags: optional(Tags),
  due_at: optional(nullable(DateTime)),
  evidence_ids: optional(list(Id, { maxItems: 500, uniqueItems: true })),
}

export type NewCase = Static<typeof NewCase>
export const NewCase = named(
  'NewCase',
  strict({
    title: line(200),
    type_id: optional(Id),
    pack: optional(Id),
    project_id: optional(Id),
    scope: CaseScope,
    target: optional(line(120)),
    ...planned,
    from: optional(
      strict(
        {
          generation_id: optional(Id),
          resolution_id: optional(Id),
          control_id: optional(Id),
          plan_version_id: optional(Id),
        },
        { minProperties: 1, maxProperties: 1, description: 'The origin of the case' },
      ),
    ),
  }),
)

export type CasePatch = Static<typeof CasePatch>
export const CasePatch = named(
  'CasePatch',
  strict(
    {
      title: optional(line(200)),
      ...planned,
      owner: optional(PersonPatch),
      participants: optional(list(Person, { maxItems: 100 })),
      scope: optional(CaseScopePatch),
      target: optional(line(120)),
      status: optional(
        oneOf(['open', 'closed'], { description: 'Closing requires `outcome`, reopening requires `reason`' }),
      ),
      outcome: optional(oneOf(OUTCOMES)),
      note: optional(t.String({ maxLength: 4_000 })),
      reason: optional(line(4_000)),
    },
    { minProperties: 1 },
  ),
)

export type CaseCopy = Static<typeof CaseCopy>
export const CaseCopy = named(
  'CaseCopy',
  strict({
    title: optional(line(200)),
    target: optional(line(120)),
    include: optional(
      strict({
        evidence: t.Boolean({ default: true }),
        decisions: t.Boolean({ default: false }),
        plan: t.Boolean({ default: false }),
      }),
    ),
  }),
)

export const CASE_SORTS = ['-updated_at', 'updated_at', '-created_at', 'created_at', 'due_at', 'key'] as const
const Facet = t.Record(t.String(), t.Integer())
const Cases = t.Object({
  ...countedPageOf(Case).properties,
  facets: t.Object(
    { status: Facet, phase: Facet, priority: Facet, type_id: Facet, project_id: Facet, stale: Facet },
    { description: 'If `total` is null, only the most recently changed cases are counted, so these are minimums' },
  ),
})

export type CaseSummary = Static<typeof CaseSummary>
export const CaseSummary = named(
  'CaseSummary',
  t.Object({
    case_id: t.String(),
    headline: t.String(),
    text_md: t.String({ description: 'Markdown; [n] refers to a citation' }),
    key_figures: list(
      t.Object({
        label: t.String(),
        value: t.Number(),
        unit: t.String(),
        citation: optional(t.Integer()),
      }),
    ),
    risks: list(t.String()),
    decisions_pending: list(t.Object({ rec_id: t.String(), text: t.String() })),
    next_actions: list(t.Object({ label: t.String(), href: t.String() })),
    citations: list(Citation),
    inputs_digest: nullable(t.String()),
    stale: t.Boolean(),
    generated_at: DateTime,
  }),
)

const OPENING = ['scope_empty', 'unknown_target', 'unknown_case_type', 'pack_not_found', 'project_not_found'] as const
export const cases = {
  list: endpoint('GET /cases', {
    summary: 'List cases with their figures and facets',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      status: optional(oneOf(CASE_STATUSES)),
      phase: optional(oneOf(CASE_PHASES)),
      project_id: optional(Id),
      owner: optional(t.String({ minLength: 1, maxLength: 200, description: 'Id of the owner, or `me`' })),
      type_id: optional(Id),
      code: optional(t.String({ minLength: 1, maxLength: 40, description: 'Cases with objects of this code' })),
      stale: optional(t.Boolean()),
      tag: optional(line(60)),
      q: optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the key, title, question or tags' })),
      due_before: optional(DateTime),
      sort: optional(oneOf(CASE_SORTS, { default: '-updated_at' })),
    }),
    ok: Cases,
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /cases', {
    summary: 'Create a case for artifacts, or for a selection in a project',
    auth: 'bearer',
    may: MAY.work,
    body: NewCase,
    ok: Case,
    status: 201,
    versioned: true,
    errors: [...OPENING, 'unacceptable', 'generation_not_found', 'plan_version_not_found', 'gone', 'project_archived'],
  }),
  get: endpoint('GET /cases/{id}', {
    summary: 'Get a case',
    auth: 'bearer',
    ok: Case,
    versioned: true,
    errors: ['case_not_found', 'gone'],
  }),
  update: endpoint('PATCH /cases/{id}', {
    summary: 'Change, close or reopen a case',
    description:
      'A JSON merge patch. Changing the scope or target makes the results stale. `{"status": "closed", "outcome": …}` closes ' +
      'the case; the outcome `cancelled` is allowed in every state. `{"status": "open", "reason": …}` reopens it. Only ' +
      'architects and admins can close and reopen.',
    auth: 'bearer',
    may: MAY.work,
    body: CasePatch,
    ok: Case,
    versioned: true,
    errors: [
      'unknown_reference',
      'case_not_found',
      'gone',
      'project_archived',
      'scope_empty',
      'unknown_target',
      'unacceptable',
      'forbidden_transition',
      'stale_version',
      'evidence_not_found',
      'unavailable',
    ],
  }),
  remove: endpoint('DELETE /cases/{id}', {
    summary: 'Delete a case without an approved plan or a plan in delivery',
    auth: 'bearer',
    may: MAY.work,
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['case_not_found', 'gone', 'has_dependents', 'stale_version'],
  }),
  duplicate: endpoint('POST /cases/{id}/duplicate', {
    summary: 'Duplicate a case, for example for another target',
    auth: 'bearer',
    may: MAY.work,
    body: CaseCopy,
    bodyOptional: true,
    ok: Case,
    status: 201,
    versioned: true,
    errors: ['case_not_found', 'gone', 'project_archived', 'unknown_target', 'scope_empty'],
  }),
  summary: endpoint('GET /cases/{id}/summary', {
    summary: 'Get a summary with findings, effort, pending decisions and citations',
    auth: 'bearer',
    ok: CaseSummary,
    errors: ['case_not_found', 'gone'],
  }),
}
