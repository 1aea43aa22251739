// Evidence: files uploaded to a project, and what was read from them.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { bytes } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

export const EVIDENCE_KINDS = [
  'atc_worklist_xml',
  'atc_checkstyle_xml',
  'atc_csv',
  'findings_csv',
  'susg_zip',
  'abapgit_zip',
  'object_list_csv',
  'dependency_csv',
  'modification_csv',
  'signature_pack',
  'field_mapping_pack',
  'cloudification_json',
  'cloudification_csv',
  'document',
  'other',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

export const EVIDENCE_STATUSES = [
  'received',
  'scanning',
  'parsing',
  'parsed',
  'parsed_with_warnings',
  'needs_mapping',
  'rejected',
  'quarantined',
  'superseded',
] as const
export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number]

export const LARGEST_EVIDENCE = 200 * 1024 * 1024
export const LARGEST_JSON_EVIDENCE = 5 * 1024 * 1024
export const MOST_REJECTED_SHOWN = 100
/** Bytes for form fields and boundaries around the file. */
const FORM_OVERHEAD = 1024 * 1024

export const MOST_MAPPED = 60
/** From the meaning of a column to its name in the file. */
export type ColumnMapping = Static<typeof ColumnMapping>
export const ColumnMapping = named(
  'ColumnMapping',
  t.Record(t.String({ maxLength: 60 }), t.String({ minLength: 1, maxLength: 200 }), {
    maxProperties: MOST_MAPPED,
    description: 'From the meaning of a column to its name in the file: {"name": "Object"}',
  }),
)

const uploadFields = {
  kind: t.Optional(oneOf(EVIDENCE_KINDS, { description: 'Default: detected from the content' })),
  label: t.Optional(t.String({ minLength: 1, maxLength: 200 })),
  system: t.Optional(t.String({ minLength: 1, maxLength: 40 })),
  collected_at: t.Optional(DateTime),
  supersedes: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
  mapping: t.Optional(ColumnMapping),
}
/** Form fields in addition to the file; `mapping` is a JSON string there. */
export type EvidenceFields = Static<typeof EvidenceFields>
export const EvidenceFields = strict(uploadFields)

export type EvidenceText = Static<typeof EvidenceText>
export const EvidenceText = named(
  'EvidenceText',
  strict({
    filename: t.String({ minLength: 1, maxLength: 255 }),
    text: t.Optional(t.String()),
    content_base64: t.Optional(formed('base64', '^[A-Za-z0-9+/\\s]*={0,2}\\s*$')),
    ...uploadFields,
  }),
)

export type EvidenceItem = Static<typeof EvidenceItem>
export const EvidenceItem = named(
  'EvidenceItem',
  t.Object({
    id: t.String(),
    project_id: t.String(),
    filename: t.String(),
    label: t.String(),
    media_type: t.String(),
    bytes: t.Integer(),
    sha256: t.String(),
    kind: oneOf(EVIDENCE_KINDS),
    detection: t.Object({
      confidence: t.Number(),
      alternatives: t.Array(t.Object({ kind: oneOf(EVIDENCE_KINDS), confidence: t.Number() })),
    }),
    status: oneOf(EVIDENCE_STATUSES),
    status_reason: t.String(),
    parser: t.Object({ id: t.String(), version: t.Integer() }),
    counts: t.Object({
      objects: t.Integer(),
      references: t.Integer(),
      findings: t.Integer(),
      usages: t.Integer(),
      rows: t.Integer(),
      rows_rejected: t.Integer(),
    }),
    rejected_sample: t.Array(t.Object({ line: t.Integer(), reason: t.String() }), {
      description: `The first ${MOST_REJECTED_SHOWN}`,
    }),
    warnings: t.Array(t.String()),
    columns: t.Object(
      {
        found: t.Array(t.String()),
        mapping: t.Record(t.String(), t.String()),
        needed: t.Array(t.String({ description: 'Required meanings without a column' })),
      },
      { description: 'For a table: the names of its columns and their meanings' },
    ),
    window: nullable(t.Object({ from: nullable(t.String()), to: nullable(t.String()), days: t.Integer() })),
    system: nullable(t.String()),
    check_variant: nullable(t.String()),
    object_set_complete: nullable(t.Boolean()),
    document_ids: t.Array(t.String()),
    entry_id: nullable(t.String({ description: 'The corpus entry created from it' })),
    statements: t.Integer({ description: 'Number of facts it adds to the graph of the project' }),
    context_id: t.String(),
    collected_at: nullable(DateTime),
    uploaded_by: Actor,
    uploaded_at: DateTime,
    supersedes: nullable(t.String()),
    superseded_by: nullable(t.String()),
    redactions: t.Object({
      authors: t.Boolean({ description: 'True if names of people were replaced with pseudonyms' }),
    }),
    duplicate: t.Boolean({ description: 'True if the project already had this file' }),
    version: t.Integer(),
    etag: t.String(),
  }),
)

export type EvidencePatch = Static<typeof EvidencePatch>
export const EvidencePatch = named(
  'EvidenceItemPatch',
  strict(
    {
      label: t.Optional(t.String({ minLength: 1, maxLength: 200 })),
      kind: uploadFields.kind,
      mapping: t.Optional(
        nullable(
          t.Record(t.String({ maxLength: 60 }), nullable(t.String({ minLength: 1, maxLength: 200 })), {
            maxProperties: MOST_MAPPED,
            description: 'Adds to the previous mapping. null removes the mapping of one column, or all of it',
          }),
        ),
      ),
    },
    { minProperties: 1 },
  ),
)

export const evidence = {
  list: endpoint('GET /projects/{id}/evidence', {
    summary: 'List the evidence of a project, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      kind: t.Optional(oneOf(EVIDENCE_KINDS)),
      status: t.Optional(oneOf(EVIDENCE_STATUSES)),
      q: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the file name or the label' })),
    }),
    ok: countedPageOf(EvidenceItem),
    errors: ['invalid_cursor', 'project_not_found', 'gone'],
  }),
  upload: endpoint('POST /projects/{id}/evidence/upload', {
    summary: 'Upload a file; its kind is detected from its content',
    description:
      'Send multipart/form-data with `file` (up to 200 MB) and the fields `kind`, `label`, `system`, `collected_at`, ' +
      '`supersedes` and `mapping` (JSON), or JSON `{filename, text | content_base64, …}` up to 5 MB. The response comes once the ' +
      'file is stored; see `status` for the progress of reading it. If the project already has the same file, the response is ' +
      'its record with `duplicate: true`. A different `kind` or `mapping` makes us read the file again.',
    auth: 'bearer',
    may: MAY.work,
    body: bytes(['multipart/form-data', 'application/json'], 'A form with a file, or the file as JSON'),
    maxBytes: LARGEST_EVIDENCE + FORM_OVERHEAD,
    ok: EvidenceItem,
    status: 202,
    alsoStatus: 200,
    versioned: true,
    errors: ['project_not_found', 'gone', 'project_archived', 'evidence_not_found', 'malformed_body', 'role_required'],
  }),
  get: endpoint('GET /projects/{id}/evidence/{evidenceId}', {
    summary: 'Get a piece of evidence and its reading status',
    auth: 'bearer',
    ok: EvidenceItem,
    versioned: true,
    errors: ['project_not_found', 'evidence_not_found', 'gone'],
  }),
  update: endpoint('PATCH /projects/{id}/evidence/{evidenceId}', {
    summary: 'Rename evidence, or correct its kind or columns and read it again',
    auth: 'bearer',
    may: MAY.work,
    body: EvidencePatch,
    ok: EvidenceItem,
    versioned: true,
    errors: [
      'project_not_found',
      'project_archived',
      'evidence_not_found',
      'gone',
      'forbidden_transition',
      'stale_version',
      'role_required',
    ],
  }),
}
