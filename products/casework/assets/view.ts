import type { Asset } from '@veritrace/contract/casework/assets'
import type { AssetRow } from './tables.ts'

export const viewAsset = (row: AssetRow): Asset => ({
  id: row.id,
  project_id: row.project_id,
  kind: row.kind,
  format: row.format,
  title: row.title,
  filename: row.filename,
  // Only complete files are stored.
  state: 'ready',
  bytes: Number(row.bytes),
  sha256: row.sha256,
  params: row.params,
  source: row.source,
  error: null,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  download_url: `/api/casework/projects/${row.project_id}/assets/${row.id}/download`,
})
