// Converts rows of transports to the types of the contract.
import type { Transport, TransportSummary } from '@veritrace/contract/casework/plan-transports'
import type { TransportRow } from './transport-tables.ts'

const shown = (row: TransportRow) => ({
  id: row.id,
  kind: row.kind,
  target: row.target,
  item_ids: row.item_ids,
  requests: row.requests,
  status: row.status,
  scope_check: row.scope_check,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const viewTransport = (row: TransportRow): Transport => ({
  ...shown(row),
  plan_id: row.plan_id,
  manifest: row.manifest,
  ...(row.log_excerpt !== null && { log_excerpt: row.log_excerpt }),
})

export const viewTransportSummary = (row: TransportRow): TransportSummary => ({
  ...shown(row),
  manifest: {
    objects: row.manifest.objects.length,
    digest: row.manifest.digest,
    asset_id: row.manifest.asset_id,
  },
})
