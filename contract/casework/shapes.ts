// Schemas shared by the slices of casework.
import type { Static } from 'typebox'
import { MOST_COUNTED } from '../counts.ts'
import { t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf } from '../wire.ts'

const optional = t.Optional
const list = t.Array

/** A code of the rating scheme of the pack, or `unknown`. */
export const Code = t.String({ description: 'A code of the pack’s rating scheme, such as A, B, C or D, or `unknown`' })
/**
 * Any value from a caller. The description is required: with an empty schema, invalid text would be checked by the handler,
 * and only graph statements rely on that.
 */
export const AnyJson = t.Unknown({ description: 'Any JSON value' })

export const CodeCounts = named('CodeCounts', t.Record(t.String(), t.Integer()))

export type PackRef = Static<typeof PackRef>
export const PackRef = named('PackRef', t.Object({ id: t.String(), version: t.String(), digest: t.String() }))

export type Target = Static<typeof Target>
export const Target = named(
  'Target',
  t.Object({
    profile_id: t.String({ description: 'For example s4_private:2023_3' }),
    label: t.String(),
    policy: t.Object({
      acceptable: list(Code),
      deprecated_level: optional(Code),
      uncatalogued: optional(Code),
    }),
  }),
)

export type ArtifactRef = Static<typeof ArtifactRef>
export const ArtifactRef = named(
  'ArtifactRef',
  t.Object({
    id: t.String({ description: 'art_ and 26 characters derived from the IRI' }),
    iri: t.String(),
    pack: t.String(),
    kind: t.String(),
    type: t.String(),
    name: t.String(),
    label: t.String(),
  }),
)

export const LOCATORS = ['json_pointer', 'line', 'text', 'xpath', 'page'] as const
export const CITATION_KINDS = ['record', 'document', 'evidence', 'decision', 'statement'] as const
export type Citation = Static<typeof Citation>
export const Citation = named(
  'Citation',
  t.Object({
    n: t.Integer({ description: 'Its number among the citations of this answer, from 1' }),
    kind: oneOf(CITATION_KINDS),
    title: t.String(),
    entry_id: optional(t.String()),
    document_id: optional(t.String()),
    evidence_id: optional(t.String()),
    statement_id: optional(t.String()),
    locator: t.Object({
      type: oneOf(LOCATORS),
      value: t.String(),
      start: optional(t.Integer()),
      end: optional(t.Integer()),
    }),
    quote: t.String({ maxLength: 400 }),
    quote_hash: t.String({ description: 'sha256:<hex> of the quote' }),
    url: optional(t.String()),
    license: optional(t.String()),
    as_of: nullable(DateTime),
    confidence: t.Number(),
  }),
)

const FactRef = t.Object({
  citation: t.Integer(),
  state: t.String(),
  profile_id: optional(t.String()),
})
export const CONFLICT_KINDS = [
  'sources_disagree',
  'edition_difference',
  'overlay_vs_catalog',
  'finding_vs_catalog',
] as const
export type Conflict = Static<typeof Conflict>
export const Conflict = named(
  'Conflict',
  t.Object({
    kind: oneOf(CONFLICT_KINDS),
    left: FactRef,
    right: FactRef,
    resolved_by_rule: optional(t.String()),
    note: t.String(),
  }),
)

export type Rating = Static<typeof Rating>
export const Rating = named(
  'Rating',
  t.Object({
    scheme: t.String(),
    code: Code,
    label: t.String(),
    status: oneOf(['final', 'provisional']),
    worst_known: optional(Code),
    flags: list(t.String()),
    rule: t.Object({ id: t.String(), ruleset: t.String(), version: t.String() }),
    atc_priority_expected: optional(nullable(t.Integer())),
    reasons: list(t.Object({ text: t.String(), citation: optional(t.Integer()) })),
    conflicts: list(Conflict),
  }),
)

export const FINDING_STATES = ['open', 'fixed', 'exempted', 'baseline'] as const
export type Finding = Static<typeof Finding>
export const Finding = named(
  'Finding',
  t.Object({
    id: t.String(),
    artifact_id: t.String(),
    check_id: t.String(),
    check_title: t.String(),
    message_id: t.String(),
    message: t.String(),
    priority: t.Integer({ minimum: 1, maximum: 4 }),
    reference: optional(ArtifactRef),
    line: optional(t.Integer()),
    exempted: t.Boolean(),
    quickfix: t.Boolean(),
    evidence_id: t.String(),
    state: oneOf(FINDING_STATES),
  }),
)

export type Effort = Static<typeof Effort>
export const Effort = named(
  'Effort',
  t.Object({
    unit: oneOf(['person_days']),
    p10: t.Number(),
    p50: t.Number(),
    p80: t.Number(),
    p90: t.Number(),
  }),
)

export type Actor = Static<typeof Actor>
export const Actor = named(
  'CaseActor',
  t.Object({ kind: oneOf(['user', 'system', 'webhook', 'agent']), id: t.String(), name: t.String() }),
)

export type DecisionRef = Static<typeof DecisionRef>
export const DecisionRef = named(
  'DecisionRef',
  t.Object({
    id: t.String(),
    kind: oneOf(['overlay', 'successor_fit', 'exemption', 'accept', 'reject']),
    by: t.String(),
    at: DateTime,
    expires_at: optional(nullable(DateTime)),
    case_id: optional(nullable(t.String())),
  }),
)

export const JOB_STATES = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const
export type CaseJob = Static<typeof CaseJob>
export const CaseJob = named(
  'CaseJob',
  t.Object({
    id: t.String(),
    kind: oneOf(['extract', 'rebuild', 'render', 'parse']),
    state: oneOf(JOB_STATES),
    progress: t.Object({ done: t.Integer(), total: nullable(t.Integer()), unit: t.String() }),
    stats: t.Record(t.String(), t.Unknown()),
    errors: list(t.Object({ code: t.String(), detail: t.String() })),
    requested_by: t.String(),
    created_at: DateTime,
    started_at: nullable(DateTime),
    finished_at: nullable(DateTime),
  }),
)

/** A page of a list with its total, counted up to MOST_COUNTED. */
export const countedPageOf = <T extends Parameters<typeof t.Array>[0]>(items: T) =>
  t.Object({
    items: t.Array(items),
    next: t.String({ description: 'Cursor of the next page; empty on the last page' }),
    total: nullable(t.Integer({ description: `Number of all items; null if there are more than ${MOST_COUNTED}` })),
  })

/** A comma-separated list of these values in a query. */
export const someOf = (words: readonly string[]) =>
  formed(`a comma-separated list of ${words.join(', ')}`, `^(?:${words.join('|')})(?:,(?:${words.join('|')}))*$`, {
    maxLength: 200,
    description: `A comma-separated list of ${words.join(', ')}`,
  })
