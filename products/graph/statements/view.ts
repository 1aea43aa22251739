// From rows to the wire.
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

/** Told however it was said (RDF 1.1 Concepts §3.3). Beside a language it is left out, as a body has to leave it out. */
const datatypeOf = ({ object_type, datatype, language }: Omit<StatementRow, 'seq'>): string | null =>
  object_type === 'literal' && language === null ? (datatype ?? XSD_STRING) : null
