// Converts rows of bundles to the types of the contract.
import type { Bundle } from '@veritrace/contract/casework/bundles'
import type { BundleRow } from './store.ts'

export const viewBundle = ({
  id,
  case_id,
  n,
  title,
  digest,
  size,
  signature,
  created_by,
  created_at,
}: BundleRow): Bundle => ({
  ...{ id, case_id, n, title, digest, size, created_by, signature },
  created_at: created_at.toISOString(),
  permalink: `/app/studio/bundle/${id}`,
  immutable: true,
})
