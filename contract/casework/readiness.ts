// Readiness of an estate for a target, with its confidence.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { ArtifactRef, Citation, Code, Effort, PackRef, someOf, Target } from './shapes.ts'

const share = (description: string) => t.Number({ minimum: 0, maximum: 1, description })
const optional = t.Optional
const id = t.String({ minLength: 1, maxLength: 64 })

export const GROUPINGS = ['package', 'component', 'owner', 'type'] as const
export const READINESS_PARTS = ['trend', 'findings', 'offenders', 'patterns', 'groups', 'what_if'] as const

const Distribution = t.Array(
  t.Object({
    code: Code,
    objects: t.Integer(),
    share: share('Share of all objects'),
    weighted_share: share('Share of all executions if usage is known; otherwise equal to `share`'),
  }),
)
const Interval = t.Object({
  low: share('Acceptable share if everything unknown fails'),
  point: share('Acceptable share as rated'),
  high: share('Acceptable share if everything unknown passes'),
})

const Kpis = t.Object({
  clean_core_share: t.Object({
    a: share('Objects with the best code'),
    ab: share('Objects with one of the two best codes'),
    definition: t.String(),
  }),
  technical_debt_score: t.Object({
    value: t.Number(),
    direction: oneOf(['higher_is_worse']),
    formula: t.String(),
    source: oneOf(['atc', 'derived']),
  }),
  unused_code_share: t.Object({
    value: nullable(t.Number()),
    window_days: t.Integer(),
    confidence: oneOf(['none', 'low', 'medium', 'high']),
  }),
  modifications: t.Object({ value: t.Integer() }),
  readiness_index: t.Object({
    value: nullable(t.Number()),
    direction: oneOf(['higher_is_better']),
    origin: t.String({ description: 'The source of this figure' }),
  }),
})

const Coverage = t.Object({
  objects_total: t.Integer(),
  with_dependencies: t.Integer(),
  with_atc: t.Integer(),
  with_usage: t.Integer(),
  parsed_ratio: share('Share of the source code that was parsed'),
  dynamic_calls: t.Integer(),
  atc_object_set_complete: t.Boolean(),
  score: share('Mean of the shares with dependencies, checks and usage, multiplied by the parsed ratio'),
})

const CHANGES = ['lost_release', 'newly_deprecated', 'gained_successor', 'removed_from_list'] as const
const Drift = t.Object({
  baseline: t.String(),
  changed_dependencies: t.Object({
    lost_release: t.Integer(),
    newly_deprecated: t.Integer(),
    gained_successor: t.Integer(),
    removed_from_list: t.Integer(),
  }),
  affected_objects: t.Integer(),
  changes: t.Array(
    t.Object({
      artifact: ArtifactRef,
      kinds: t.Array(oneOf(CHANGES)),
      from: Code,
      to: Code,
      objects: t.Integer({ description: 'Objects that use it' }),
    }),
    { description: 'Up to 100, those used by most objects first' },
  ),
})

const Offender = t.Object({
  artifact: ArtifactRef,
  objects: t.Integer(),
  code: Code,
  successors: t.Array(ArtifactRef),
  lift: t.Integer({ description: 'Objects that would reach the target if only this were fixed' }),
  citation: optional(t.Integer()),
})
const ReadinessPattern = t.Object({
  key: t.String({ description: 'Stable, for use in `what_if`' }),
  reference: ArtifactRef,
  access: oneOf(['read', 'write', 'call', 'extend', 'dynamic', 'type']),
  finding: t.Object({ id: t.String(), title: t.String(), mechanical: t.Boolean() }),
  code: Code,
  successors: t.Array(ArtifactRef),
  action_id: t.String(),
  objects: t.Integer(),
  lift: t.Integer(),
  sites: t.Integer(),
})

const Finding = t.Object({
  id: t.String({ description: 'The name in the pack: write, modification, dynamic, call, read, type, …' }),
  title: t.String(),
  rank: t.Integer({ description: '1 is shown first' }),
  mechanical: t.Boolean({ description: 'True if one decision fixes many places without further thought' }),
  objects: t.Integer({ description: 'Objects with at least one' }),
  places: t.Integer({ description: 'Places in the source' }),
  decisions_total: t.Integer(),
  decisions: t.Array(t.Object({ key: t.String(), title: t.String(), objects: t.Integer(), places: t.Integer() }), {
    description: 'The first 20, those that most objects depend on',
  }),
})

export type Readiness = Static<typeof Readiness>
export const Readiness = named(
  'Readiness',
  t.Object({
    scope: t.Object({
      kind: oneOf(['workspace', 'project', 'case']),
      id: nullable(t.String()),
      project_ids: t.Array(t.String()),
    }),
    target: Target,
    pack: PackRef,
    ruleset: t.Object({ id: t.String(), version: t.String() }),
    as_of: DateTime,
    inputs: t.Object({
      evidence_ids: t.Array(t.String()),
      catalog_entries: t.Array(t.String()),
      digest: t.String({ description: 'Equal inputs give equal digests' }),
    }),
    headline: t.Object({ text: t.String(), direction_note: t.String() }),
    distribution: Distribution,
    acceptable: t.Object({ objects: t.Integer(), share: share('Share of all objects') }),
    interval: Interval,
    kpis: Kpis,
    coverage: Coverage,
    confidence: t.Object({ band: oneOf(['low', 'medium', 'high']), reasons: t.Array(t.String()) }),
    drift: optional(Drift),
    trend: optional(
      t.Array(
        t.Object({
          at: DateTime,
          distribution: t.Array(t.Object({ code: Code, objects: t.Integer(), share: share('Share of all objects') })),
          acceptable_share: share('Share of all objects'),
          run_id: nullable(t.String()),
        }),
      ),
    ),
    groups: optional(
      t.Array(
        t.Object({
          group: t.String(),
          objects: t.Integer(),
          distribution: Distribution,
          acceptable: t.Object({ objects: t.Integer(), share: share('Share of the group') }),
          interval: Interval,
        }),
      ),
    ),
    findings: optional(t.Array(Finding, { description: 'Most severe first' })),
    offenders: optional(t.Array(Offender)),
    patterns: optional(t.Array(ReadinessPattern)),
    what_if: optional(
      t.Object({
        keys: t.Array(t.String()),
        unknown_keys: t.Array(t.String(), { description: 'Requested keys that match no pattern here' }),
        acceptable_share: share('Acceptable share after fixing all of them'),
        delta: t.Number(),
        effort: Effort,
      }),
    ),
    warnings: t.Array(t.String()),
    citations: t.Array(Citation),
  }),
)

export const readiness = {
  get: endpoint('GET /clean-core/readiness', {
    summary: 'Get the readiness of an estate for a target, including unknowns',
    auth: 'bearer',
    query: strict({
      project_id: optional(id),
      case_id: optional(id),
      pack: optional(id),
      target: optional(t.String({ minLength: 1, maxLength: 80 })),
      baseline: optional(
        t.String({ minLength: 1, maxLength: 80, description: 'A date, a run, or a target to compare with' }),
      ),
      group_by: oneOf(GROUPINGS, { default: 'package' }),
      as_of: optional(t.String({ minLength: 10, maxLength: 40, description: 'Uses the lists as of this date' })),
      include: optional(someOf(READINESS_PARTS)),
      what_if: optional(
        t.String({ maxLength: 8000, description: 'Comma-separated keys of patterns assumed to be fixed' }),
      ),
    }),
    ok: Readiness,
    errors: [
      'project_not_found',
      'case_not_found',
      'run_not_found',
      'pack_not_found',
      'unknown_target',
      'unacceptable',
    ],
  }),
}
