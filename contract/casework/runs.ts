// Runs: step-by-step investigations of a case, and the differences between them.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf, JOB_STATES, PackRef, Target } from './shapes.ts'

const optional = t.Optional
const list = t.Array

export const RUN_KINDS = ['investigate', 'verify', 'reevaluate'] as const
export const RUN_STEPS = [
  'collect',
  'match',
  'extract',
  'resolve',
  'traverse',
  'rate',
  'cluster',
  'recommend',
  'validate',
  'summarise',
] as const
export type RunStep = (typeof RUN_STEPS)[number]
export const STEP_STATES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const
export const RUN_CAUSES = ['catalog', 'evidence', 'ruleset', 'decisions', 'target', 'scope'] as const

const Step = t.Object({
  id: oneOf(RUN_STEPS),
  state: oneOf(STEP_STATES),
  started_at: optional(DateTime),
  finished_at: optional(DateTime),
  stats: t.Record(t.String(), t.Number()),
  warnings: list(t.String()),
})

export type RunInputs = Static<typeof RunInputs>
export const RunInputs = named(
  'RunInputs',
  t.Object({
    pack: PackRef,
    ruleset: t.String({ description: 'Depends on the version and the settings of the pack' }),
    target: Target,
    catalog_entries: list(t.Object({ list: t.String(), entry_id: t.String(), content_hash: t.String() })),
    evidence: list(t.String()),
    estate_revision: nullable(t.Integer()),
    decisions_revision: t.String(),
    scope_digest: t.String(),
    digest: t.String({ description: 'Equal inputs give equal outputs' }),
  }),
)

export type RunOutputs = Static<typeof RunOutputs>
export const RunOutputs = named(
  'RunOutputs',
  t.Object({
    objects: t.Integer(),
    references: t.Integer(),
    findings: t.Integer(),
    patterns: t.Integer(),
    recommendations: t.Integer(),
    citations: t.Integer(),
    digest: t.String(),
  }),
)

export type RunDiff = Static<typeof RunDiff>
export const RunDiff = named(
  'RunDiff',
  t.Object({
    previous_run_id: t.String(),
    distribution_delta: t.Record(t.String(), t.Integer()),
    new: t.Integer({ description: 'Objects that were not in the previous run' }),
    fixed: t.Integer({ description: 'Objects that became acceptable' }),
    changed: t.Integer({ description: 'Objects with another code' }),
    causes: list(oneOf(RUN_CAUSES)),
  }),
)

export type Run = Static<typeof Run>
export const Run = named(
  'Run',
  t.Object({
    id: t.String(),
    case_id: t.String(),
    n: t.Integer(),
    kind: oneOf(RUN_KINDS),
    state: oneOf(JOB_STATES),
    steps: list(Step),
    inputs: optional(RunInputs),
    outputs: optional(RunOutputs),
    diff: optional(RunDiff),
    verification: optional(
      t.Object({
        plan_id: t.String(),
        passed: t.Integer(),
        failed: t.Integer(),
        failed_items: list(t.Object({ item_id: t.String(), reason: t.String() })),
      }),
    ),
    unchanged: t.Boolean({ description: 'True if inputs and outputs equal those of the previous run' }),
    note: optional(t.String()),
    triggered_by: Actor,
    queued_at: DateTime,
    started_at: nullable(DateTime),
    finished_at: nullable(DateTime),
    error: optional(t.Object({ code: t.String(), detail: t.String() })),
  }),
)

export type Investigate = Static<typeof Investigate>
export const Investigate = named(
  'Investigate',
  strict({
    steps: optional(
      list(oneOf(RUN_STEPS), {
        minItems: 1,
        maxItems: RUN_STEPS.length,
        uniqueItems: true,
        description: 'Runs all steps up to the last of these',
      }),
    ),
    target: optional(
      t.String({ minLength: 1, maxLength: 120, description: 'Becomes the target of the case before the run' }),
    ),
    force: t.Boolean({ default: false, description: 'Calculates everything again, even if no input has changed' }),
    note: optional(t.String({ maxLength: 2_000 })),
  }),
)

export const runs = {
  investigate: endpoint('POST /cases/{id}/investigate', {
    summary: 'Start a run that collects, rates, clusters and recommends',
    auth: 'bearer',
    may: MAY.work,
    body: Investigate,
    bodyOptional: true,
    ok: Run,
    status: 202,
    errors: [
      'case_not_found',
      'gone',
      'project_archived',
      'run_in_progress',
      'scope_empty',
      'no_catalog',
      'unknown_target',
      'forbidden_transition',
      'unavailable',
    ],
  }),
  cancel: endpoint('POST /cases/{id}/runs/{runId}/cancel', {
    summary: 'Cancel a run and discard its results',
    description:
      'Returns the run as `cancelled`. The case returns to its previous status with the results of the earlier run, and you can ' +
      'start another run immediately. A finished run returns 409.',
    auth: 'bearer',
    whileArchived: true,
    may: MAY.work,
    ok: Run,
    errors: ['case_not_found', 'gone', 'run_not_found', 'forbidden_transition'],
  }),
  list: endpoint('GET /cases/{id}/runs', {
    summary: 'List the runs of a case, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery, kind: optional(oneOf(RUN_KINDS)), state: optional(oneOf(JOB_STATES)) }),
    ok: countedPageOf(Run),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
}
