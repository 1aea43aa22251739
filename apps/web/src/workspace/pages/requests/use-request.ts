import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import type { StageAdvance, TrustRequest } from '@veritrace/contract/provenance/requests'
import { readAll } from '../../../shared/pages.ts'
import { api } from '../../api.ts'
import { useAllEvidence } from '../../shared/use-all-evidence.ts'

export const useRequest = (id: string) =>
  useQuery({ queryKey: ['requests', id], queryFn: () => api.requests.get({ params: { id } }) })

export const useRefreshRequests = () => {
  const queries = useQueryClient()
  return () => Promise.all(['requests', 'overview'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}

interface Step extends Omit<StageAdvance, 'expected_version'> {
  stageId: string
}
/** The steps of a request. Each one applies only to the version that the user has seen. */
export function useSteps({ id, version }: TrustRequest) {
  const refresh = useRefreshRequests()
  const headers = { 'if-match': `"${version}"` }
  const after = {
    onSuccess: refresh,
    onError: (error: Error) => (error instanceof ApiError && error.status < 422 ? refresh() : undefined),
  }
  const advance = useMutation({
    mutationFn: ({ stageId, ...step }: Step) =>
      api.requests.advance({ params: { id, stageId }, body: { ...step, expected_version: version }, headers }),
    ...after,
  })
  const cancel = useMutation({
    mutationFn: (reason: string) =>
      api.requests.cancel({ params: { id }, body: { ...(reason && { reason }) }, headers }),
    ...after,
  })
  const revoke = useMutation({
    mutationFn: (reason: string) =>
      api.requests.revokeGrant({ params: { id }, body: { ...(reason && { reason }) }, headers }),
    ...after,
  })
  return { advance, cancel, revoke }
}

const PAGE = 200
const useDisclosures = () =>
  useQuery({
    queryKey: ['disclosures', 'all'],
    queryFn: () => readAll((at) => api.disclosures.list({ query: { limit: PAGE, ...at } })),
  })

/** Evidence and disclosures that a request can refer to. */
export function useThings() {
  const { data: evidence = [] } = useAllEvidence()
  const { data: disclosures = [] } = useDisclosures()
  return { evidence, disclosures }
}
