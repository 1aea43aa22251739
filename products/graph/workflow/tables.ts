// The row types of the workflow.
import type { ArtifactAction, ArtifactKind, ArtifactStatus } from '@veritrace/contract/graph/workflow'
import type { Generated, Selectable } from 'kysely'

interface ArtifactsTable {
  tenant_id: string
  workspace_id: string
  context: string
  id: string
  kind: ArtifactKind
  target_id: string
  title: string
  status: Generated<ArtifactStatus>
  submitted_by: string | null
  replaced_by: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
  created_by: string
}

interface StepsTable {
  tenant_id: string
  workspace_id: string
  artifact_id: string
  version: number
  from_status: ArtifactStatus
  to_status: ArtifactStatus
  action: ArtifactAction
  actor: string
  at: Date
  comment: string | null
}

interface SnapshotsTable {
  tenant_id: string
  workspace_id: string
  artifact_id: string
  version: number
  content: string
  digest: string
  created_at: Date
  created_by: string
}

export interface WorkflowTables {
  'graph.artifacts': ArtifactsTable
  'graph.artifact_steps': StepsTable
  'graph.artifact_snapshots': SnapshotsTable
}
export type ArtifactRow = Selectable<ArtifactsTable>
export type StepRow = Selectable<StepsTable>
export type SnapshotRow = Selectable<SnapshotsTable>
