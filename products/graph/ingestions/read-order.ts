// The part of an ingestion that the document reader needs.
import { contextIri } from '../scope/rules.ts'
import { documentType } from './document.ts'
import type { ReadOrder } from './reading/messages.ts'
import { CHUNK, REPLACED_CHUNK } from './rules.ts'
import type { IngestionRow } from './tables.ts'

type Read = Pick<
  IngestionRow,
  'id' | 'tenant_id' | 'workspace_id' | 'context' | 'width' | 'mode' | 'content_type' | 'chunks'
>

export const readOrderOf = (row: Read): ReadOrder => ({
  type: documentType(row.content_type),
  scope: {
    tenant: row.tenant_id,
    workspace: row.workspace_id,
    context: row.context,
    contextId: contextIri(row.tenant_id, row.workspace_id, row.context),
    width: row.width,
  },
  blankPrefix: row.id.replace('_', ''),
  countOnly: false,
  skip: row.chunks,
  size: row.mode === 'replace' ? REPLACED_CHUNK : CHUNK,
})
