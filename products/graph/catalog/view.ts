// Converts rows to API responses.
import { contract } from '@veritrace/contract'
import type { Dataset, Distribution } from '@veritrace/contract/graph/catalog'
import { contextIri } from '../scope/rules.ts'
import type { DatasetRow, DistributionRow } from './tables.ts'
import { urnOf } from './urn.ts'

export const viewDataset = (
  publicUrl: string,
  row: DatasetRow,
  distributions: readonly DistributionRow[],
): Dataset => ({
  id: urnOf('dataset', row.id),
  title: row.title,
  description: row.description,
  keywords: row.keywords,
  themes: row.themes,
  publisher: row.publisher,
  contactPoint: row.contact_point,
  license: row.license,
  accessRights: row.access_rights,
  issued: row.issued ?? row.created_at.toISOString(),
  modified: row.modified ?? row.updated_at.toISOString(),
  temporal: row.temporal,
  spatial: row.spatial,
  conformsTo: row.conforms_to,
  contextId: row.data_context === null ? null : contextIri(row.tenant_id, row.workspace_id, row.data_context),
  version: row.version,
  distributions: distributions.map((distribution) => viewDistribution(publicUrl, distribution)),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  createdBy: row.created_by,
})

export function viewDistribution(publicUrl: string, row: DistributionRow): Distribution {
  const hosted = row.source_context !== null
  const ours = hosted ? `${publicUrl}${contract.graph.base}/catalog/distributions/${row.id}/download` : null
  return {
    id: urnOf('distribution', row.id),
    datasetId: urnOf('dataset', row.dataset_id),
    title: row.title,
    accessURL: row.access_url ?? ours,
    downloadURL: row.download_url ?? ours,
    mediaType: row.media_type,
    format: row.format,
    byteSize: row.byte_size,
    checksum: row.checksum,
    license: row.license,
    issued: row.issued ?? row.created_at.toISOString(),
    hosted,
    status: row.status,
    statementCount: row.statement_count,
    seq: row.seq,
    problem: row.problem,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
