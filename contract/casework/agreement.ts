// Agreement with ATC: what both say about the same objects, what only one of them says, and what cannot be compared.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { Code, countedPageOf, PackRef, Target } from './shapes.ts'

export const AGREEMENT_STATES = ['agreed', 'rated_otherwise', 'only_atc', 'only_ours', 'not_comparable'] as const
export type AgreementState = (typeof AGREEMENT_STATES)[number]

/** Why the two may differ, or why they cannot be compared. */
export const AGREEMENT_REASONS = [
  'rated_otherwise',
  'released_here',
  'source_not_fully_read',
  'use_not_found',
  'technique_not_found',
  'exempted_here',
  'priority_not_in_run',
  'not_in_run',
  'object_not_uploaded',
  'check_unknown',
  'check_not_covered',
  'check_not_run',
  'other_release',
  'no_reference',
  'own_object',
  'level_unknown',
] as const
export type AgreementReason = (typeof AGREEMENT_REASONS)[number]

const optional = t.Optional
const count = t.Integer({ minimum: 0 })
const Counts = t.Object({
  agreed: count,
  rated_otherwise: count,
  only_atc: count,
  only_ours: count,
  not_comparable: count,
})
export type AgreementCounts = Static<typeof Counts>

const Check = t.Object({
  id: t.String({ description: 'As the pack calls the check; of one that it does not know, its own id or title' }),
  title: t.String(),
  covered: oneOf(['usage', 'technique', 'no', 'unknown'], {
    description: 'What the pack can compare it with',
  }),
  counts: Counts,
})

export type Agreement = Static<typeof Agreement>
export const Agreement = named(
  'AtcAgreement',
  t.Object({
    project_id: t.String(),
    target: Target,
    pack: PackRef,
    digest: t.String({ description: 'Equal inputs, equal digest' }),
    runs: t.Array(
      t.Object({
        evidence_id: t.String(),
        label: t.String(),
        check_variant: nullable(t.String()),
        collected_at: nullable(DateTime),
        findings: count,
        other_release: t.Boolean({ description: 'Its check variant judges for another edition than the target' }),
      }),
      { description: 'The results of ATC that count' },
    ),
    objects: t.Object({
      uploaded: t.Integer({ description: 'Objects whose sources or dependencies were handed over' }),
      checked: t.Integer({ description: 'Objects that a run of ATC covers' }),
      both: t.Integer({ description: 'Only these can be compared' }),
    }),
    not_checked: t.Object(
      { objects: count, findings: count },
      { description: 'Our findings about objects that no run covers: in no count above' },
    ),
    counts: Counts,
    share_agreed: nullable(t.Number({ description: 'Agreed, of what can be compared; null if nothing can' })),
    checks: t.Array(Check, { description: 'Totals for each check, the most findings first' }),
    reasons: t.Array(t.Object({ reason: oneOf(AGREEMENT_REASONS), explanation: t.String(), count })),
  }),
)

const AgreementObject = named(
  'AtcAgreementObject',
  t.Object({
    type: t.String(),
    name: t.String(),
    package: t.String(),
    counts: Counts,
    checks: t.Array(t.Object({ id: t.String(), title: t.String(), counts: Counts })),
  }),
)
export type AgreementObject = Static<typeof AgreementObject>

export type AgreementPoint = Static<typeof AgreementPoint>
export const AgreementPoint = named(
  'AtcAgreementPoint',
  t.Object({
    state: oneOf(AGREEMENT_STATES),
    reason: nullable(oneOf(AGREEMENT_REASONS)),
    explanation: t.String({ description: 'Why the two may differ' }),
    object: t.Object({ type: t.String(), name: t.String() }),
    check: t.Object({ id: t.String(), title: t.String() }),
    subject: t.Object({ type: t.String(), name: t.String() }, { description: 'What is used, or the technique' }),
    atc: nullable(
      t.Object({
        evidence_id: t.String(),
        priority: t.Integer(),
        message_id: t.String(),
        message: t.String(),
        line: nullable(t.Integer()),
        findings: t.Integer({ description: 'How many of the run say the same' }),
        exempted: t.Boolean(),
      }),
    ),
    ours: nullable(
      t.Object({
        evidence_id: t.String(),
        level: Code,
        rule: t.String({ description: 'The row of the rules that decided' }),
        priority: nullable(t.Integer({ description: 'That the pack expects of a check' })),
        access: t.String(),
        sites: t.Integer(),
        file: t.String(),
        line: nullable(t.Integer()),
      }),
    ),
  }),
)

const word = t.String({ minLength: 1, maxLength: 80 })
const filters = {
  target: optional(word),
  check: optional(t.String({ minLength: 1, maxLength: 200, description: 'The id of a check' })),
  q: optional(
    t.String({ minLength: 1, maxLength: 200, description: 'Part of the name of an object or of what it uses' }),
  ),
}
const errors = ['project_not_found', 'gone', 'unknown_target', 'invalid_cursor'] as const

export const agreement = {
  get: endpoint('GET /projects/{id}/atc-agreement', {
    summary: 'How far our findings agree with ATC, for each check',
    auth: 'bearer',
    query: strict({ target: filters.target }),
    ok: Agreement,
    errors: ['project_not_found', 'gone', 'unknown_target'],
  }),
  objects: endpoint('GET /projects/{id}/atc-agreement/objects', {
    summary: 'The same for each object and check',
    auth: 'bearer',
    query: strict({ ...pageQuery, ...filters }),
    ok: countedPageOf(AgreementObject),
    errors: [...errors],
  }),
  points: endpoint('GET /projects/{id}/atc-agreement/findings', {
    summary: 'What they disagree on, with the evidence of both sides; other states if asked for',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      ...filters,
      state: optional(
        oneOf([...AGREEMENT_STATES, 'disagreed', 'all'], {
          default: 'disagreed',
          description: 'disagreed: only_atc, only_ours and rated_otherwise',
        }),
      ),
      reason: optional(oneOf(AGREEMENT_REASONS)),
      object: optional(t.String({ minLength: 3, maxLength: 300, description: 'TYPE:NAME' })),
    }),
    ok: countedPageOf(AgreementPoint),
    errors: [...errors],
  }),
}
