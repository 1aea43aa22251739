// Evidence: files that prove a customer's statements. Uploads are scanned, then reviewed by another person.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'

export const EVIDENCE_KINDS = [
  'soc2_report',
  'iso_certificate',
  'pentest_summary',
  'policy',
  'dpa',
  'insurance',
  'questionnaire',
  'architecture',
  'other',
] as const
export const REVIEW_STATUSES = [
  'pending',
  'in_review',
  'approved',
  'rejected',
  'changes_requested',
  'expired',
  'superseded',
] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]
export const STORAGE_TIERS = ['hot', 'cold', 'restoring'] as const

const Kind = oneOf(EVIDENCE_KINDS)
const ReviewStatus = oneOf(REVIEW_STATUSES)
const Visibility = oneOf(['hidden', 'gated', 'public'])
const Sha256 = formed('a SHA-256: 64 lowercase hex digits', '^[0-9a-f]{64}$', {
  description: 'SHA-256 of the file in lowercase hex',
})
const Title = t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Text = t.String({ maxLength: 5000 })
const ShortText = t.String({ maxLength: 500 })
export const Tags = t.Array(t.String({ minLength: 1, maxLength: 60 }), { uniqueItems: true, maxItems: 50 })

export type Evidence = Static<typeof Evidence>
export const Evidence = named(
  'Evidence',
  t.Object({
    id: t.String(),
    title: t.String(),
    description: t.String(),
    kind: Kind,
    tags: t.Array(t.String()),
    content_type: t.String(),
    size_bytes: nullable(t.Integer({ minimum: 0 })),
    sha256: nullable(t.String()),
    filename: nullable(t.String()),
    storage_tier: oneOf(STORAGE_TIERS),
    upload_status: oneOf(['awaiting_upload', 'uploaded', 'failed'], {
      description: '`awaiting_upload`: registered without a file; `failed`: the file is missing in the store',
    }),
    scan_status: oneOf(['pending', 'clean', 'infected', 'skipped'], {
      description: '`skipped`: this server has no virus scanner. Only clean and skipped files can be downloaded',
    }),
    scan_detail: nullable(t.String({ description: 'What the scanner found, or why the file was not scanned' })),
    review_status: ReviewStatus,
    reviewer_id: nullable(t.String()),
    reviewed_at: nullable(DateTime),
    review_reason: nullable(t.String()),
    visibility: Visibility,
    version: t.Integer({
      description: 'Grows with every change. Evidence that replaces other evidence continues its count',
    }),
    supersedes_id: nullable(t.String()),
    issued_at: nullable(DateTime),
    valid_from: nullable(DateTime),
    valid_until: nullable(DateTime),
    renewal_due_at: nullable(DateTime),
    issuer: t.String(),
    scope: t.String(),
    period_start: nullable(DateTime),
    period_end: nullable(DateTime),
    source: oneOf(['upload', 'link', 'crawl']),
    legal_hold: t.Boolean(),
    retention_policy_id: nullable(t.String({ description: 'The policy that will delete it, if any' })),
    purge_after: nullable(DateTime),
    uploaded_by: nullable(t.String()),
    collection_procedure: t.String(),
    last_accessed_at: nullable(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  }),
)

const details = {
  description: t.Optional(Text),
  issued_at: t.Optional(nullable(DateTime)),
  valid_from: t.Optional(nullable(DateTime)),
  valid_until: t.Optional(nullable(DateTime)),
  issuer: t.Optional(ShortText),
  scope: t.Optional(ShortText),
  period_start: t.Optional(nullable(DateTime)),
  period_end: t.Optional(nullable(DateTime)),
  collection_procedure: t.Optional(Text),
}
const handling = {
  tags: t.Optional(Tags),
  visibility: t.Optional(Visibility),
  renewal_due_at: t.Optional(
    nullable(t.String({ format: 'date-time', description: 'Default: the end of validity, or one year after issue' })),
  ),
  legal_hold: t.Optional(
    t.Boolean({ description: 'While true, no policy applies and the file cannot be replaced (admin)' }),
  ),
}
const UploadToken = t.String({
  minLength: 1,
  maxLength: 100,
  description: 'The `storage_key_token` of a finished upload',
})

export type NewUpload = Static<typeof NewUpload>
export const NewUpload = named(
  'NewUpload',
  strict({
    filename: t.String({ minLength: 1, maxLength: 255 }),
    content_type: formed('a media type such as application/pdf', '^[\\w!#$&^.+-]+/[\\w!#$&^.+-]+$', { maxLength: 127 }),
    size_bytes: t.Integer({ minimum: 1, maximum: 268_435_456 }),
    sha256: Sha256,
  }),
)

export type Upload = Static<typeof Upload>
export const Upload = named(
  'Upload',
  t.Object({
    upload_url: t.String(),
    method: oneOf(['PUT']),
    headers: t.Record(t.String(), t.String(), { description: 'Send these headers unchanged' }),
    storage_key_token: t.String({ description: 'Identifies the upload when you register it' }),
    expires_at: DateTime,
    max_bytes: t.Integer({ description: 'The URL accepts exactly the announced number of bytes' }),
  }),
)

export type NewEvidence = Static<typeof NewEvidence>
export const NewEvidence = named(
  'NewEvidence',
  strict({
    storage_key_token: UploadToken,
    sha256: t.Optional(Sha256),
    title: Title,
    kind: Kind,
    ...details,
    ...handling,
    supersedes_id: t.Optional(
      t.String({ maxLength: 64, description: 'The approved or expired evidence that this one replaces' }),
    ),
  }),
)

export type EvidencePatch = Static<typeof EvidencePatch>
export const EvidencePatch = named(
  'EvidencePatch',
  strict(
    {
      title: t.Optional(Title),
      kind: t.Optional(Kind),
      ...details,
      ...handling,
      review_status: t.Optional(ReviewStatus),
      review_reason: t.Optional(t.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })),
      storage_key_token: t.Optional(UploadToken),
      storage_tier: t.Optional(oneOf(['hot'], { description: 'Restores the file from cold storage' })),
    },
    { minProperties: 1 },
  ),
)

export type EvidenceUrl = Static<typeof EvidenceUrl>
export const EvidenceUrl = named(
  'EvidenceUrl',
  t.Union([
    t.Object({ storage_tier: oneOf(['hot']), url: t.String(), expires_at: DateTime }),
    t.Object({
      storage_tier: oneOf(['cold', 'restoring']),
      title: t.String(),
      size_bytes: t.Integer(),
      sha256: t.String(),
      restore: t.Object({
        status: oneOf(['not_requested', 'in_progress']),
        requested_at: nullable(DateTime),
        eta: nullable(t.String({ format: 'date-time', description: 'Null if the store does not report it' })),
      }),
    }),
  ]),
)

const uploads = ['upload_not_found', 'upload_used', 'evidence_not_uploaded', 'checksum_mismatch'] as const

export const evidence = {
  presign: endpoint('POST /app/evidence/presign', {
    summary: 'Get a URL to upload one file',
    description:
      'The URL accepts one PUT within 15 minutes with the announced size, type and checksum. Then register the file with its `storage_key_token`. Files that are not registered within a day are deleted.',
    auth: 'session',
    role: 'member',
    body: NewUpload,
    ok: Upload,
    status: 201,
  }),
  list: endpoint('GET /app/evidence', {
    summary: 'List your evidence, newest first',
    auth: 'session',
    query: strict({
      ...pageQuery,
      kind: t.Optional(Kind),
      review_status: t.Optional(ReviewStatus),
      visibility: t.Optional(Visibility),
      tag: t.Optional(t.String({ maxLength: 60 })),
    }),
    ok: pageOf(Evidence),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /app/evidence', {
    summary: 'Register an uploaded file as evidence',
    description:
      'We read the stored bytes. If their checksum or size differs from the announcement, the response is 422.',
    auth: 'session',
    role: 'member',
    body: NewEvidence,
    ok: Evidence,
    status: 201,
    versioned: true,
    errors: [...uploads, 'unknown_reference', 'evidence_replacement_open', 'forbidden_transition', 'role_too_low'],
  }),
  update: endpoint('PATCH /app/evidence/{id}', {
    summary: 'Review evidence, or change how it is handled',
    description:
      'Set `review_status` to move it: pending → in_review → approved or, with a `review_reason`, rejected or changes_requested (reviewer). You cannot approve your own upload, or evidence that is no longer valid. A new `storage_key_token` (member) moves changes_requested back to pending. Title, kind, dates and texts can be changed only before the review. Approving evidence that replaces other evidence supersedes it. Evidence expires at the end of its validity.',
    auth: 'session',
    role: 'reviewer',
    body: EvidencePatch,
    ok: Evidence,
    versioned: true,
    errors: [
      'evidence_not_found',
      'evidence_removed',
      'evidence_locked',
      'evidence_on_hold',
      'evidence_not_scanned',
      'evidence_infected',
      'forbidden_transition',
      'self_approval',
      'unacceptable',
      'stale_version',
      'role_too_low',
      ...uploads,
    ],
  }),
  url: endpoint('GET /app/evidence/{id}/url', {
    summary: 'Get a short-lived URL of the file, or its status in cold storage',
    description: 'The URL is valid for 5 minutes. To restore a cold file, send PATCH with `storage_tier: hot`.',
    auth: 'session',
    ok: EvidenceUrl,
    errors: [
      'evidence_not_found',
      'evidence_removed',
      'evidence_not_uploaded',
      'evidence_not_scanned',
      'evidence_infected',
    ],
  }),
}
