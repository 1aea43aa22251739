// Converts rows to API responses.
import type { Shape } from '@veritrace/contract/graph/shapes'
import { contextIri } from '../scope/rules.ts'
import { shapeUrn } from './rules.ts'
import type { ShapeRow } from './tables.ts'

export const viewShape = (row: ShapeRow): Shape => ({
  id: shapeUrn(row.id),
  name: row.name,
  turtle: row.turtle,
  targetClasses: row.target_classes,
  enforced: row.enforced,
  contextId: contextIri(row.tenant_id, row.workspace_id, row.context),
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  createdBy: row.created_by,
})
