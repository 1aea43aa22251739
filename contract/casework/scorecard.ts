// The governance scorecard: measured controls.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { ArtifactRef, Citation, PackRef, someOf } from './shapes.ts'

export const CONTROL_CATEGORIES = ['governance', 'evidence', 'catalog', 'delivery', 'security'] as const
export const CONTROL_STATUSES = ['pass', 'warn', 'fail', 'unknown', 'not_applicable'] as const
export const SCORECARD_SCOPES = ['workspace', 'project', 'case'] as const

const optional = t.Optional
const id = t.String({ minLength: 1, maxLength: 64 })

export type Control = Static<typeof Control>
const Control = named(
  'Control',
  t.Object({
    id: t.String(),
    title: t.String(),
    description: t.String(),
    category: oneOf(CONTROL_CATEGORIES),
    severity: oneOf(['low', 'medium', 'high']),
    weight: t.Number(),
    status: oneOf(CONTROL_STATUSES),
    reason: t.String({ description: 'Why it has this status' }),
    value: nullable(t.Number()),
    threshold: t.Number(),
    compare: oneOf(['at_most', 'at_least']),
    unit: t.String(),
    measured_at: DateTime,
    evidence: t.Array(Citation),
    failing_sample: t.Array(ArtifactRef),
    failing_total: t.Integer(),
    trend: optional(t.Array(t.Object({ at: DateTime, value: nullable(t.Number()), status: oneOf(CONTROL_STATUSES) }))),
    remediation: t.Object({ text: t.String(), guidance_id: optional(t.String()), href: t.String() }),
    query: t.Object({ language: oneOf(['sparql', 'sql']), text: t.String() }),
  }),
)

export type Scorecard = Static<typeof Scorecard>
export const Scorecard = named(
  'Scorecard',
  t.Object({
    scope: t.Object({ kind: oneOf(SCORECARD_SCOPES), id: nullable(t.String()) }),
    as_of: DateTime,
    pack: PackRef,
    score: t.Object({
      value: t.Number({ minimum: 0, maximum: 100, description: 'Weighted; unknown counts as not passed' }),
      direction: oneOf(['higher_is_better']),
      band: oneOf(['low', 'medium', 'high']),
    }),
    summary: t.Object({
      pass: t.Integer(),
      warn: t.Integer(),
      fail: t.Integer(),
      unknown: t.Integer(),
      not_applicable: t.Integer(),
    }),
    controls: t.Array(Control),
  }),
)

export const scorecard = {
  get: endpoint('GET /control/scorecard', {
    summary: 'Get the measured controls of a pack',
    auth: 'bearer',
    query: strict({
      pack: optional(id),
      scope: oneOf(SCORECARD_SCOPES, { default: 'workspace' }),
      id: optional(id),
      category: optional(oneOf(CONTROL_CATEGORIES)),
      status: optional(oneOf(CONTROL_STATUSES)),
      as_of: optional(t.String({ minLength: 10, maxLength: 40, description: 'Uses the measurements of this date' })),
      include: optional(someOf(['trend', 'failing'])),
    }),
    ok: Scorecard,
    errors: ['project_not_found', 'case_not_found', 'pack_not_found', 'unacceptable'],
  }),
}
