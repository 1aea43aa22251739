// Records of a case: its events, evidence, feedback, and audit chain.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { eventStream } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { Actor, Citation, countedPageOf } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const Id = t.String({ minLength: 1, maxLength: 64 })

export const CASE_EVENT_TYPES = [
  'case.created',
  'case.updated',
  'case.status_changed',
  'case.duplicated',
  'case.closed',
  'case.reopened',
  'case.deleted',
  'evidence.attached',
  'evidence.parsed',
  'evidence.superseded',
  'run.started',
  'run.step',
  'run.finished',
  'recommendation.created',
  'recommendation.decided',
  'plan.created',
  'plan.transitioned',
  'plan.reviewed',
  'plan.item_changed',
  'transport.created',
  'transport.reported',
  'delivery.succeeded',
  'delivery.failed',
  'bundle.created',
  'estimate.created',
  'feedback.added',
  'comment.added',
  'catalog.changed',
] as const
export type CaseEventType = (typeof CASE_EVENT_TYPES)[number]

const Subject = t.Object({ kind: t.String(), id: t.String(), label: t.String() })

export type CaseEvent = Static<typeof CaseEvent>
export const CaseEvent = named(
  'CaseEvent',
  t.Object({
    id: t.String(),
    seq: t.Integer({ description: 'Number within the case, without gaps' }),
    case_id: t.String(),
    type: oneOf(CASE_EVENT_TYPES),
    actor: Actor,
    at: DateTime,
    subject: Subject,
    message: t.String(),
    data: t.Record(t.String(), t.Unknown()),
  }),
)

export const EVIDENCE_RELATIONS = ['supports', 'refutes', 'mentions', 'background'] as const
export const CASE_EVIDENCE_KINDS = ['upload', 'document', 'catalog_record', 'finding', 'usage', 'decision'] as const

export type CaseEvidence = Static<typeof CaseEvidence>
export const CaseEvidence = named(
  'CaseEvidence',
  t.Object({
    id: t.String(),
    kind: oneOf(CASE_EVIDENCE_KINDS),
    title: t.String(),
    relation: oneOf(EVIDENCE_RELATIONS, { description: 'Relation to the claim' }),
    claim: t.String(),
    strength: oneOf(['strong', 'medium', 'weak']),
    artifact_ids: list(t.String()),
    citation: Citation,
    snippet: t.Object({ text: t.String(), highlights: list(list(t.Integer(), { minItems: 2, maxItems: 2 })) }),
    source_item: t.Object({
      evidence_id: optional(t.String()),
      document_id: optional(t.String()),
      entry_id: optional(t.String()),
      decision_id: optional(t.String()),
    }),
    added_by: Actor,
    at: DateTime,
    stale: t.Boolean({ description: 'True if its source was replaced since' }),
  }),
)

export const FEEDBACK_TAGS = [
  'wrong_successor',
  'partial_successor',
  'wrong_level',
  'unused',
  'too_big',
  'good',
] as const
export const FEEDBACK_EFFECTS = ['successor_fit', 'overlay', 'intent_fix', 'effort_calibration'] as const

export type Feedback = Static<typeof Feedback>
export const Feedback = named(
  'Feedback',
  t.Object({
    id: t.String(),
    subject: t.Object({ kind: t.String(), id: t.String() }),
    rating: nullable(t.Integer({ minimum: 1, maximum: 5 })),
    tags: list(t.String()),
    comment: t.String(),
    author: Actor,
    at: DateTime,
    effect: t.Object({
      applied: t.Boolean(),
      kind: optional(oneOf(FEEDBACK_EFFECTS)),
      description: t.String(),
    }),
  }),
)

export type CaseAuditEntry = Static<typeof CaseAuditEntry>
export const CaseAuditEntry = named(
  'CaseAuditEntry',
  t.Object({
    seq: t.Integer(),
    id: t.String(),
    at: DateTime,
    actor: Actor,
    action: t.String(),
    subject: Subject,
    before_digest: nullable(t.String()),
    after_digest: nullable(t.String()),
    reason: optional(t.String()),
    request_id: t.String(),
    prev_hash: t.String(),
    hash: t.String({ description: 'Hash of this entry and the previous hash' }),
  }),
)

export const caseRecords = {
  events: endpoint('GET /cases/{id}/events', {
    summary: 'List the events of a case, oldest first, or stream them live',
    description:
      'With Accept: text/event-stream, the name of an event is its type and its id is its `seq`. Send `Last-Event-ID` to continue after that event. A comment line follows every 15 seconds.',
    auth: 'bearer',
    headers: {
      Accept: '`text/event-stream` for a stream that stays open',
      'Last-Event-ID': 'The last event you received',
    },
    query: strict({
      limit: pageQuery.limit,
      after: optional(
        t.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Only events with a greater `seq`' }),
      ),
      type: optional(oneOf(CASE_EVENT_TYPES)),
    }),
    ok: countedPageOf(CaseEvent),
    file: eventStream('Events of the case as they are committed, named by their type'),
    errors: ['case_not_found', 'gone', 'bad_request'],
  }),
  evidence: endpoint('GET /cases/{id}/evidence', {
    summary: 'List evidence for and against the claims of a case',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      relation: optional(oneOf(EVIDENCE_RELATIONS)),
      kind: optional(oneOf(CASE_EVIDENCE_KINDS)),
      artifact_id: optional(Id),
      stale: optional(t.Boolean()),
    }),
    ok: countedPageOf(CaseEvidence),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
  feedback: endpoint('GET /cases/{id}/feedback', {
    summary: 'List feedback on recommendations and reviews, with its effect',
    auth: 'bearer',
    query: strict({ ...pageQuery }),
    ok: countedPageOf(Feedback),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
  audit: endpoint('GET /cases/{id}/audit', {
    summary: 'List the audit log of a case, newest first, and verify its hash chain',
    auth: 'bearer',
    query: strict({ ...pageQuery }),
    ok: t.Object({
      ...countedPageOf(CaseAuditEntry).properties,
      chain: t.Object({
        head: t.String(),
        verified: t.Boolean(),
        broken_at: optional(t.Integer({ description: 'The first entry that breaks the chain' })),
      }),
    }),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
}
