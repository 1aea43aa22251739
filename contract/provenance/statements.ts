// Statements: texts that people sign. A statement is sealed once everyone has signed.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'
import { Email, Title } from './requests.ts'

const Name = t.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
const Id = t.String({ minLength: 1, maxLength: 64 })
const Reason = t.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })

export const STATEMENT_KINDS = ['nda', 'dpa', 'attestation', 'ai_act_statement', 'subprocessor_statement'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]
export const STATEMENT_STATUSES = ['draft', 'sent', 'viewed', 'signed', 'declined', 'void', 'expired'] as const
export type StatementStatus = (typeof STATEMENT_STATUSES)[number]
const SIGNER_STATUSES = ['pending', 'viewed', 'signed', 'declined'] as const
export type SignerStatus = (typeof SIGNER_STATUSES)[number]
const EVENT_TYPES = [
  'created',
  'sent',
  'viewed',
  'consent_given',
  'name_typed',
  'signed',
  'seal_computed',
  'declined',
  'voided',
] as const

const Signer = named(
  'StatementSigner',
  t.Object({
    id: t.String(),
    name: t.String(),
    email: t.String(),
    role: t.String(),
    status: oneOf(SIGNER_STATUSES),
    typed_name: nullable(t.String({ description: 'The name as typed by the signer' })),
    viewed_at: nullable(DateTime),
    signed_at: nullable(DateTime),
    decline_reason: nullable(t.String()),
    ip: nullable(t.String()),
    user_agent: nullable(t.String()),
  }),
)

export type StatementEvent = Static<typeof StatementEvent>
const StatementEvent = named(
  'StatementEvent',
  t.Object({
    type: oneOf(EVENT_TYPES),
    at: DateTime,
    signer_id: nullable(t.String()),
    ip: t.String(),
    user_agent: t.String(),
  }),
)

const statement = {
  id: t.String(),
  kind: oneOf(STATEMENT_KINDS),
  title: t.String(),
  version: t.Integer(),
  body_sha256: t.String({ description: 'SHA-256 of the UTF-8 body in hex' }),
  status: oneOf(STATEMENT_STATUSES),
  signers: t.Array(Signer),
  consent_text: t.String(),
  seal: nullable(t.String({ description: 'SHA-256 of the canonical JSON (RFC 8785) of the signed content in hex' })),
  seal_version: nullable(t.Integer()),
  seal_valid: nullable(t.Boolean({ description: 'Checked for every response; null if there is no seal yet' })),
  timestamp_token: nullable(t.String({ description: 'RFC 3161; null if no timestamp authority is configured' })),
  certificate_evidence_id: nullable(t.String()),
  request_id: nullable(t.String({ description: 'The trust request that is waiting for the signature' })),
  valid_until: nullable(DateTime),
  supersedes_id: nullable(t.String()),
  events: t.Array(StatementEvent),
  sent_at: nullable(DateTime),
  sign_by: nullable(DateTime),
  signed_at: nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
}
export type Statement = Static<typeof Statement>
const Statement = named('CustomerStatement', t.Object(statement))
export type StatementDetail = Static<typeof StatementDetail>
const StatementDetail = named(
  'CustomerStatementDetail',
  t.Object({ ...statement, body: t.String({ description: 'Markdown' }) }),
)

export type NewStatement = Static<typeof NewStatement>
const NewStatement = named(
  'NewCustomerStatement',
  strict({
    kind: oneOf(STATEMENT_KINDS),
    title: Title,
    body: t.String({ minLength: 1, maxLength: 100_000, pattern: '\\S', description: 'Markdown' }),
    valid_until: t.Optional(nullable(DateTime)),
    supersedes_id: t.Optional(nullable(Id)),
    request_id: t.Optional(nullable(Id)),
  }),
)

export type SendStatement = Static<typeof SendStatement>
const SendStatement = named(
  'SendStatement',
  strict({
    signers: t.Array(strict({ name: Name, email: Email, role: t.Optional(t.String({ maxLength: 120 })) }), {
      minItems: 1,
      maxItems: 20,
    }),
  }),
)

export type StatementToSign = Static<typeof StatementToSign>
const StatementToSign = named(
  'StatementToSign',
  t.Object({
    kind: oneOf(STATEMENT_KINDS),
    title: t.String(),
    body: t.String({ description: 'Markdown' }),
    body_html: t.String({ description: 'The body as safe HTML' }),
    body_sha256: t.String(),
    consent_text: t.String(),
    status: oneOf(STATEMENT_STATUSES),
    signer: t.Object({ name: t.String(), email: t.String(), role: t.String(), status: oneOf(SIGNER_STATUSES) }),
    valid_until: nullable(DateTime),
    sign_by: nullable(DateTime),
    seal: nullable(t.String()),
    seal_version: nullable(t.Integer()),
    seal_valid: nullable(t.Boolean()),
  }),
)

export type StatementAnswer = Static<typeof StatementAnswer>
const StatementAnswer = named(
  'StatementAnswer',
  strict({
    decision: oneOf(['sign', 'decline']),
    name: t.Optional(t.String({ ...Name, description: 'Required to sign: your typed name' })),
    consent: t.Optional(t.Boolean({ description: 'Required to sign: true, to agree to `consent_text`' })),
    reason: t.Optional(t.String({ ...Reason, description: 'Optional reason for declining' })),
  }),
)

const LINK_ERRORS = ['signing_link_not_found', 'signing_link_expired'] as const

export const customerStatements = {
  list: endpoint('GET /app/statements', {
    summary: 'List your statements and their signature status, newest first',
    auth: 'session',
    query: strict({
      ...pageQuery,
      status: t.Optional(oneOf(STATEMENT_STATUSES)),
      kind: t.Optional(oneOf(STATEMENT_KINDS)),
      request_id: t.Optional(Id),
    }),
    ok: pageOf(Statement),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /app/statements', {
    summary: 'Create a statement as a draft',
    auth: 'session',
    role: 'member',
    body: NewStatement,
    ok: StatementDetail,
    status: 201,
    versioned: true,
    errors: ['unknown_reference', 'unacceptable'],
  }),
  get: endpoint('GET /app/statements/{id}', {
    summary: 'Get a statement with its text, and check its seal',
    auth: 'session',
    ok: StatementDetail,
    versioned: true,
    errors: ['customer_statement_not_found'],
  }),
  send: endpoint('POST /app/statements/{id}/send', {
    summary: 'Email each signer a personal link to sign',
    description:
      'A link is valid for a week, but never longer than the statement. Statements that are no longer valid, or belong to a closed request, cannot be sent.',
    auth: 'session',
    role: 'admin',
    body: SendStatement,
    ok: StatementDetail,
    versioned: true,
    errors: ['customer_statement_not_found', 'forbidden_transition', 'unacceptable', 'stale_version'],
  }),
  void: endpoint('POST /app/statements/{id}/void', {
    summary: 'Void a statement before everyone has signed',
    auth: 'session',
    role: 'admin',
    ok: StatementDetail,
    versioned: true,
    errors: ['customer_statement_not_found', 'forbidden_transition', 'stale_version'],
  }),
  read: endpoint('GET /public/statements/{token}', {
    summary: 'Get the statement behind a signing link',
    auth: 'public',
    ok: StatementToSign,
    errors: LINK_ERRORS,
  }),
  answer: endpoint('POST /public/statements/{token}', {
    summary: 'Sign once with your typed name and consent, or decline',
    auth: 'public',
    body: StatementAnswer,
    ok: StatementToSign,
    errors: [...LINK_ERRORS, 'forbidden_transition'],
  }),
}
