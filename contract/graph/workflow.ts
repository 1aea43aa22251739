// The workflow of an artifact: from draft to publication, deprecation and archiving.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'

export const ARTIFACT_KINDS = ['ontology', 'shape', 'dataset', 'document'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]
export const ARTIFACT_STATUSES = ['draft', 'submitted', 'published', 'rejected', 'deprecated', 'archived'] as const
export type ArtifactStatus = (typeof ARTIFACT_STATUSES)[number]
export const ARTIFACT_ACTIONS = ['submit', 'publish', 'reject', 'deprecate', 'archive'] as const
export type ArtifactAction = (typeof ARTIFACT_ACTIONS)[number]

const Status = oneOf(ARTIFACT_STATUSES)
const Comment = t.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' })

const Step = named(
  'ArtifactStep',
  t.Object({
    from: Status,
    to: Status,
    action: oneOf(ARTIFACT_ACTIONS),
    actor: t.String(),
    at: DateTime,
    comment: nullable(t.String()),
  }),
)

const artifact = {
  id: t.String({ description: 'urn:graph:artifact:<id>' }),
  kind: oneOf(ARTIFACT_KINDS),
  targetId: t.String(),
  title: t.String(),
  version: t.Integer({ description: 'Incremented by every step' }),
  status: Status,
  history: t.Array(Step, { description: 'The last 200 steps, oldest first' }),
  allowed: t.Array(oneOf(ARTIFACT_ACTIONS), { description: 'The actions allowed in the current status' }),
  replacedBy: nullable(t.String({ description: 'The artifact that replaces this one' })),
  submittedBy: nullable(t.String()),
  contextId: t.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  createdBy: t.String(),
}
export type Artifact = Static<typeof Artifact>
export const Artifact = named('Artifact', t.Object(artifact))

const { history, ...withoutHistory } = artifact
export type ArtifactSummary = Static<typeof ArtifactSummary>
export const ArtifactSummary = named('ArtifactSummary', t.Object(withoutHistory))

export type NewArtifact = Static<typeof NewArtifact>
export const NewArtifact = named(
  'NewArtifact',
  strict({
    kind: oneOf(ARTIFACT_KINDS),
    targetId: t.String({
      minLength: 1,
      maxLength: 2048,
      pattern: '\\S',
      description: 'The id of an ontology, shape or dataset of this context; for a document any name or address',
    }),
    title: t.String({ minLength: 1, maxLength: 300, pattern: '\\S' }),
  }),
)

export type ArtifactSnapshot = Static<typeof ArtifactSnapshot>
export const ArtifactSnapshot = named(
  'ArtifactSnapshot',
  t.Object({
    artifactId: t.String(),
    kind: oneOf(ARTIFACT_KINDS),
    targetId: t.String(),
    version: t.Integer({ description: 'The version of the artifact when it was published' }),
    digest: t.String({ description: 'sha256:<hex> of `content` as canonical JSON (RFC 8785)' }),
    content: t.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The target at the time of publication',
    }),
    createdAt: DateTime,
    createdBy: t.String(),
  }),
)

const step = { auth: 'bearer', ok: Artifact, versioned: true } as const
const withComment = { body: strict({ comment: t.Optional(Comment) }), bodyOptional: true } as const
const errors = ['artifact_not_found', 'forbidden_transition', 'graph_out_of_scope', 'stale_version'] as const

export const workflow = {
  create: endpoint('POST /workflow/artifacts', {
    summary: 'Create an artifact for an ontology, shape, dataset or document, as a draft',
    auth: 'bearer',
    role: 'member',
    body: NewArtifact,
    ok: Artifact,
    status: 201,
    versioned: true,
    errors: ['unknown_reference', 'graph_out_of_scope'],
  }),
  list: endpoint('GET /workflow/artifacts', {
    summary: 'List the artifacts of the context, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      status: t.Optional(Status),
      kind: t.Optional(oneOf(ARTIFACT_KINDS)),
      targetId: t.Optional(t.String({ minLength: 1, maxLength: 2048 })),
    }),
    ok: pageOf(ArtifactSummary),
    errors: ['graph_out_of_scope', 'invalid_cursor'],
  }),
  status: endpoint('GET /workflow/{id}/status', {
    summary: 'Get the status of an artifact, its history and the allowed actions',
    auth: 'bearer',
    ok: Artifact,
    versioned: true,
    errors: ['artifact_not_found', 'graph_out_of_scope'],
  }),
  snapshot: endpoint('GET /workflow/{id}/snapshot', {
    summary: 'Get the published snapshot of the target',
    auth: 'bearer',
    ok: ArtifactSnapshot,
    errors: ['artifact_not_found', 'snapshot_not_found', 'graph_out_of_scope'],
  }),
  submit: endpoint('POST /workflow/{id}/submit', {
    ...step,
    ...withComment,
    summary: 'Submit a draft or rejected artifact for review',
    role: 'member',
    errors: [...errors, 'target_gone'],
  }),
  publish: endpoint('POST /workflow/{id}/publish', {
    ...step,
    ...withComment,
    summary: 'Publish an artifact that someone else submitted, and freeze its target',
    role: 'admin',
    errors: [...errors, 'self_approval', 'target_gone'],
  }),
  reject: endpoint('POST /workflow/{id}/reject', {
    ...step,
    summary: 'Reject a submitted artifact, with a reason',
    role: 'reviewer',
    body: strict({ comment: Comment }),
    errors,
  }),
  deprecate: endpoint('POST /workflow/{id}/deprecate', {
    ...step,
    summary: 'Deprecate a published artifact',
    role: 'admin',
    body: strict({
      comment: t.Optional(Comment),
      replacedBy: t.Optional(
        t.String({ minLength: 1, maxLength: 128, description: 'The artifact that replaces this one' }),
      ),
    }),
    bodyOptional: true,
    errors: [...errors, 'unknown_reference'],
  }),
  archive: endpoint('POST /workflow/{id}/archive', {
    ...step,
    ...withComment,
    summary: 'Archive a draft, rejected or deprecated artifact',
    role: 'admin',
    errors,
  }),
}
