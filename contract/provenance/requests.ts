// Trust requests: requests to a customer or from a customer to a vendor, and their stages.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, Slug, strict } from '../wire.ts'

const Line = t.String({ maxLength: 200 })
const Name = t.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
const Id = t.String({ minLength: 1, maxLength: 64 })
/** Only addresses that our mailer accepts, because we must be able to reply. */
export const Email = formed(
  'an email address',
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]$",
  { format: 'email', maxLength: 254 },
)
/** A single line, because it becomes the subject of an email. */
export const Title = formed(
  'one line that does not begin with a space',
  '^[^\\u0000-\\u0020\\u007f\\u2028\\u2029][^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$',
  { minLength: 1, maxLength: 200 },
)

export const REQUEST_KINDS = [
  'document_access',
  'questionnaire',
  'dpa_signature',
  'subprocessor_objection',
  'security_question',
  'vulnerability_report',
  'correction',
  'other',
] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]
export const REQUEST_STATUSES = ['open', 'in_progress', 'fulfilled', 'declined', 'canceled', 'expired'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export const STAGE_KEYS = ['intake', 'triage', 'nda', 'approval', 'delivery'] as const
export const OUTCOMES = ['complete', 'skip', 'reject'] as const
const DIRECTIONS = ['inbound', 'outbound'] as const
const SLA_STATES = ['on_track', 'at_risk', 'breached'] as const

const Requester = t.Object({
  name: t.String(),
  email: t.String(),
  company: t.String(),
  job_title: t.String(),
  relationship: t.String(),
})

export type RequestItem = Static<typeof RequestItem>
const RequestItem = named(
  'RequestItem',
  t.Object({
    id: t.String(),
    evidence_id: nullable(t.String()),
    disclosure_id: nullable(t.String()),
    free_text: nullable(t.String()),
    decision: oneOf(['pending', 'approved', 'declined']),
    decided_at: nullable(DateTime),
  }),
)

export type RequestStage = Static<typeof RequestStage>
const RequestStage = named(
  'RequestStage',
  t.Object({
    id: t.String(),
    key: oneOf(STAGE_KEYS),
    title: t.String(),
    position: t.Integer(),
    status: oneOf(['pending', 'active', 'done', 'skipped', 'failed']),
    required: t.Boolean({ description: 'If true, it cannot be skipped' }),
    assignee_id: nullable(t.String()),
    entered_at: nullable(DateTime),
    completed_at: nullable(DateTime),
    completed_by: nullable(t.String()),
    due_at: nullable(DateTime),
    outcome: nullable(oneOf(OUTCOMES)),
    note: nullable(t.String()),
  }),
)

export type Grant = Static<typeof Grant>
const Grant = named(
  'Grant',
  t.Object({
    id: t.String(),
    request_id: t.String(),
    subject_email: t.String(),
    items: t.Array(t.String(), { description: 'Ids of the requested items that it covers' }),
    status: oneOf(['active', 'expired', 'revoked']),
    expires_at: DateTime,
    revoked_at: nullable(DateTime),
    revoked_by: nullable(t.String()),
    revoked_reason: nullable(t.String()),
    token: nullable(
      t.String({ description: 'Included only in the response that creates the grant; we store only its hash' }),
    ),
    token_hint: t.String({ description: 'The last characters of the token' }),
    last_used_at: nullable(DateTime),
    downloads: t.Integer(),
    created_at: DateTime,
  }),
)

export type TrustRequest = Static<typeof TrustRequest>
export const TrustRequest = named(
  'TrustRequest',
  t.Object({
    id: t.String(),
    number: t.String({ description: 'Display number such as TR-0042, without gaps in a workspace' }),
    kind: oneOf(REQUEST_KINDS),
    direction: oneOf(DIRECTIONS),
    status: oneOf(REQUEST_STATUSES),
    subject: t.String({ description: 'Plain text as entered; escape it before display' }),
    message: t.String({ description: 'Plain text as entered; escape it before display' }),
    vendor_id: nullable(t.String()),
    page_slug: nullable(t.String()),
    requester: Requester,
    requested_items: t.Array(RequestItem),
    requested_duration_days: nullable(t.Integer()),
    due_at: DateTime,
    sla_state: oneOf(SLA_STATES, {
      description: 'The current state; for a closed request, the state when it was closed',
    }),
    assignee_id: nullable(t.String()),
    current_stage_id: nullable(t.String({ description: 'The active stage; null if the request is closed' })),
    stages: t.Array(RequestStage),
    grant: nullable(Grant),
    nda_signature_id: nullable(t.String({ description: 'The signed statement that completed the `nda` stage' })),
    decision_reason: nullable(t.String()),
    ip: t.String(),
    user_agent: t.String(),
    source: oneOf(['app', 'public_page', 'email', 'api']),
    version: t.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
    closed_at: nullable(DateTime),
  }),
)

export type NewRequestItem = Static<typeof NewRequestItem>
const NewRequestItem = named(
  'NewRequestItem',
  strict(
    {
      evidence_id: t.Optional(Id),
      disclosure_id: t.Optional(Id),
      free_text: t.Optional(t.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
    },
    { minProperties: 1, maxProperties: 1, description: 'Exactly one of the three fields' },
  ),
)

export type NewTrustRequest = Static<typeof NewTrustRequest>
const NewTrustRequest = named(
  'NewTrustRequest',
  strict({
    kind: oneOf(REQUEST_KINDS),
    direction: t.Optional(oneOf(DIRECTIONS, { description: 'Default: inbound' })),
    subject: Title,
    message: t.Optional(t.String({ maxLength: 10_000 })),
    vendor_id: t.Optional(nullable(Id)),
    page_slug: t.Optional(nullable(Slug)),
    requester: strict({
      name: Name,
      email: Email,
      company: t.Optional(Line),
      job_title: t.Optional(Line),
      relationship: t.Optional(Line),
    }),
    requested_items: t.Optional(t.Array(NewRequestItem, { maxItems: 50, uniqueItems: true })),
    requested_duration_days: t.Optional(nullable(t.Integer({ minimum: 7, maximum: 365 }))),
    assignee_id: t.Optional(nullable(Id)),
  }),
)

const Note = t.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })

export type StageAdvance = Static<typeof StageAdvance>
const StageAdvance = named(
  'StageAdvance',
  strict({
    outcome: oneOf(OUTCOMES),
    note: t.Optional(Note),
    items: t.Optional(t.Array(strict({ id: Id, decision: oneOf(['approved', 'declined']) }), { maxItems: 50 })),
    expected_version: t.Integer({ minimum: 1, description: 'The `version` of the request that you read' }),
  }),
)

export const requests = {
  list: endpoint('GET /app/requests', {
    summary: 'List trust requests, newest first',
    auth: 'session',
    query: strict({
      ...pageQuery,
      status: t.Optional(oneOf(REQUEST_STATUSES)),
      kind: t.Optional(oneOf(REQUEST_KINDS)),
      direction: t.Optional(oneOf(DIRECTIONS)),
      sla_state: t.Optional(oneOf(SLA_STATES)),
      assignee_id: t.Optional(Id),
      page_slug: t.Optional(t.String({ maxLength: 63 })),
    }),
    ok: pageOf(TrustRequest),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /app/requests', {
    summary: 'Create a trust request with the stages of its kind',
    auth: 'session',
    role: 'member',
    body: NewTrustRequest,
    ok: TrustRequest,
    status: 201,
    versioned: true,
    errors: ['unknown_reference', 'request_open_already'],
  }),
  get: endpoint('GET /app/requests/{id}', {
    summary: 'Get a trust request with its stages',
    auth: 'session',
    ok: TrustRequest,
    versioned: true,
    errors: ['request_not_found'],
  }),
  advance: endpoint('POST /app/requests/{id}/stages/{stageId}/advance', {
    summary: 'Complete, skip or reject the active stage',
    description:
      'Only the active stage can advance; naming another stage returns 409 with `active_stage`. A required stage cannot be skipped. `reject` closes the request as declined. Completing the last stage fulfills the request. For an inbound request it also creates the grant with its token. We do not store the token, so a repeated Idempotency-Key returns the same response without it. The `nda` stage is completed when the NDA drafted for the request is signed.',
    auth: 'session',
    role: 'member',
    body: StageAdvance,
    ok: TrustRequest,
    versioned: true,
    errors: [
      'request_not_found',
      'stage_not_found',
      'stage_not_active',
      'stage_required',
      'nda_unsigned',
      'forbidden_transition',
      'unknown_reference',
      'stale_version',
    ],
  }),
  cancel: endpoint('POST /app/requests/{id}/cancel', {
    summary: 'Cancel a request that no longer needs an answer',
    auth: 'session',
    role: 'member',
    body: strict({ reason: t.Optional(Note) }),
    ok: TrustRequest,
    versioned: true,
    errors: ['request_not_found', 'forbidden_transition', 'stale_version'],
  }),
  revokeGrant: endpoint('POST /app/requests/{id}/grant/revoke', {
    summary: 'Revoke the access that the request granted',
    description: 'The link stops working immediately. Download URLs issued moments ago expire within minutes.',
    auth: 'session',
    role: 'member',
    body: strict({ reason: t.Optional(Note) }),
    ok: TrustRequest,
    versioned: true,
    errors: ['request_not_found', 'forbidden_transition', 'stale_version'],
  }),
}
