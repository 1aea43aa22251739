import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { targetWord } from '../../../shared/use-target.ts'
import type { useAddress } from '../use-address.ts'

type Words = ReturnType<typeof useAddress>['words']
const PAGE = 200

export const FACETS = ['code', 'type', 'state', 'component'] as const
export type Facet = (typeof FACETS)[number]

/** What fits the words of the address, page by page, with how many of each kind there are. */
export function useArtifacts(words: Words, enabled: boolean) {
  const { q, target, project, type, state, code, component, label, used } = words
  const name = q?.includes(':') ? q.slice(q.indexOf(':') + 1) : q
  const filter = {
    ...(name && { q: name }),
    ...(type && { type }),
    ...(state && { state }),
    ...(code && { code }),
    ...(component && { component }),
    ...(label && { label }),
    ...(used === 'mine' && project && { project_id: project }),
    ...targetWord(target),
  }
  const found = useInfiniteQuery({
    queryKey: ['artifacts', 'search', filter],
    queryFn: ({ pageParam }) =>
      api.artifacts.list({
        query: { ...filter, limit: PAGE, ...(pageParam ? { cursor: pageParam } : { facets: FACETS.join(',') }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next || undefined,
    placeholderData: keepPreviousData,
    enabled,
  })
  const pages = found.data?.pages ?? []
  return {
    items: pages.flatMap((page) => page.items),
    facets: (pages[0]?.facets ?? {}) as Partial<Record<Facet, Record<string, number>>>,
    total: pages[0]?.total ?? null,
    isLoading: found.isLoading,
    error: found.error,
    retry: found.refetch,
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: found.fetchNextPage,
  }
}
export type Found = ReturnType<typeof useArtifacts>
