// From rows to the wire.
import type { Statement } from '@veritrace/contract/graph/statements'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import { contextIri } from '../scope/rules.ts'
import type { StatementRow } from '../tables.ts'

export const viewStatement = (row: Omit<StatementRow, 'seq'>): Statement => ({
  id: withUrn(row.id),
  subject: row.subject,
  predicate: row.predicate,
  object: row.object,
  objectType: row.object_type,
  datatype: row.datatype,
  language: row.language,
  contextId: contextIri(row.tenant_id, row.workspace_id, row.context),
  metadata: row.metadata,
  assertions: row.assertions,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  createdBy: row.created_by,
})
