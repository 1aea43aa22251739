import { useQuery } from '@tanstack/react-query'
import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { readAll } from '../../shared/pages.ts'
import { api } from '../api.ts'

const PAGE = 200
const MOVING_MS = 3000

/** Loads the whole list: the API has no endpoint for one evidence, and its versions are in the same list. */
export const useAllEvidence = () =>
  useQuery({
    queryKey: ['evidence', 'all'],
    queryFn: () => readAll((at) => api.evidence.list({ query: { limit: PAGE, ...at } })),
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? MOVING_MS : false),
  })

/** True while the server processes it. */
const isMoving = ({ upload_status, scan_status, storage_tier }: Evidence): boolean =>
  (upload_status === 'uploaded' && scan_status === 'pending') || storage_tier === 'restoring'
