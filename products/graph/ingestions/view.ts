// Converts rows to API responses.
import type { Ingestion } from '@veritrace/contract/graph/ingestions'
import { iso } from '@veritrace/platform/clock'
import { contextIri } from '../scope/rules.ts'
import type { IngestionRow } from './tables.ts'

export const viewIngestion = (row: IngestionRow): Ingestion => ({
  id: row.id,
  status: row.status,
  contextId: contextIri(row.tenant_id, row.workspace_id, row.context),
  contentType: row.content_type,
  mode: row.mode,
  source: row.source,
  checksum: row.checksum,
  bytes: row.bytes,
  total: row.total,
  received: row.received,
  inserted: row.inserted,
  duplicates: row.duplicates,
  rejected: row.rejected,
  errors: row.errors,
  createdAt: row.created_at.toISOString(),
  createdBy: row.actor.id,
  startedAt: iso(row.started_at),
  completedAt: iso(row.completed_at),
  cancelledAt: iso(row.cancelled_at),
})
