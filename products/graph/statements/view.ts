// Converts rows to API responses.
import type { Statement } from '@veritrace/contract/graph/statements'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import { contextIri, ownName } from '../scope/rules.ts'
import type { StatementRow } from '../tables.ts'
import { XSD_STRING } from '../terms/nquads.ts'

export const viewStatement = (row: Omit<StatementRow, 'seq'>): Statement => ({
  id: withUrn(row.id),
  subject: row.subject,
  predicate: row.predicate,
  object: row.object,
  objectType: row.object_type,
  datatype: datatypeOf(row),
  language: row.language,
  contextId: contextIri(row.tenant_id, row.workspace_id, ownName(row.context)),
  metadata: row.metadata,
  assertions: row.assertions,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  createdBy: row.created_by,
})

/**
 * Always set for a literal (RDF 1.1 Concepts §3.3), except with a language, because a request may not combine the two.
 */
const datatypeOf = ({ object_type, datatype, language }: Omit<StatementRow, 'seq'>): string | null =>
  object_type === 'literal' && language === null ? (datatype ?? XSD_STRING) : null
