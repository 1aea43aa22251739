import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EvidenceStatus } from '@veritrace/contract/casework/evidence'
import { useEffect } from 'react'
import { api } from '../../api.ts'

export const readinessQuery = (projectId: string, target: string | undefined, baseline?: string) =>
  queryOptions({
    queryKey: ['readiness', projectId, target, baseline],
    queryFn: () =>
      api.readiness.get({
        query: {
          project_id: projectId,
          include: 'trend,patterns',
          ...(target && { target }),
          ...(baseline && { baseline }),
        },
      }),
  })

const PROCESSING: readonly EvidenceStatus[] = ['received', 'scanning', 'parsing']
const POLL_MS = 1_000
const NEWEST = 20

/** The newest files of a project. Polls while files are being read, and refreshes the figures when one has been read. */
export function useNewestEvidence(projectId: string) {
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: ['evidence', projectId, 'newest'],
    queryFn: () => api.projectEvidence.list({ params: { id: projectId }, query: { limit: NEWEST } }),
    refetchInterval: ({ state }) => (readingOf(state.data?.items) > 0 ? POLL_MS : false),
  })
  const reading = readingOf(found.data?.items)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the figures change when a file has been read
  useEffect(() => {
    for (const key of ['readiness', 'project', 'artifacts']) void queries.invalidateQueries({ queryKey: [key] })
  }, [reading])
  return { items: found.data?.items ?? [], reading }
}

const readingOf = (items: readonly { status: EvidenceStatus }[] = []): number =>
  items.filter(({ status }) => PROCESSING.includes(status)).length
