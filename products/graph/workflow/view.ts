// Converts rows to API responses.
import type { Artifact, ArtifactSnapshot, ArtifactSummary } from '@veritrace/contract/graph/workflow'
import { urnOf } from '../catalog/urn.ts'
import { contextIri } from '../scope/rules.ts'
import { allowedFrom } from './rules.ts'
import type { ArtifactRow, SnapshotRow, StepRow } from './tables.ts'

export const viewSummary = (row: ArtifactRow): ArtifactSummary => ({
  id: urnOf('artifact', row.id),
  kind: row.kind,
  targetId: targetUrn(row),
  title: row.title,
  version: row.version,
  status: row.status,
  allowed: allowedFrom(row.status),
  replacedBy: row.replaced_by === null ? null : urnOf('artifact', row.replaced_by),
  submittedBy: row.submitted_by,
  contextId: contextIri(row.tenant_id, row.workspace_id, row.context),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  createdBy: row.created_by,
})

export const viewArtifact = (row: ArtifactRow, steps: readonly StepRow[]): Artifact => ({
  ...viewSummary(row),
  history: steps.map((step) => ({
    from: step.from_status,
    to: step.to_status,
    action: step.action,
    actor: step.actor,
    at: step.at.toISOString(),
    comment: step.comment,
  })),
})

export const viewSnapshot = (row: ArtifactRow, snapshot: SnapshotRow): ArtifactSnapshot => ({
  artifactId: urnOf('artifact', row.id),
  kind: row.kind,
  targetId: targetUrn(row),
  version: snapshot.version,
  digest: snapshot.digest,
  content: JSON.parse(snapshot.content),
  createdAt: snapshot.created_at.toISOString(),
  createdBy: snapshot.created_by,
})

/** Targets stored here have a URN; a document has the name it was given. */
const targetUrn = ({ kind, target_id }: ArtifactRow): string =>
  kind === 'document' ? target_id : urnOf(kind, target_id)
