// The objects of the case with their ratings, loaded page by page until the list is complete.
import type { Artifact } from '@veritrace/contract/casework/artifacts'
import type { Case } from '@veritrace/contract/casework/cases'
import { useEffect } from 'react'
import { usePages } from '../../../../shared/pages.ts'
import { api } from '../../../api.ts'
import { below, useCase } from '../queries.ts'

const PAGE = 200
/** Each of these artifacts needs a request. */
const NAMED_PAGE = 20

interface Page {
  items: Artifact[]
  next: string
  total: number | null
}

/** Returns the objects loaded so far while the rest is loading. */
export function useCaseObjects() {
  const theCase = useCase()
  const found = usePages(
    below(theCase, 'objects'),
    ({ cursor = '' }) => (theCase.project_id === null ? namedPage(theCase, cursor) : objectPage(theCase, cursor)),
    { staleTime: 30_000 },
  )
  const { hasNextPage, isFetching, fetchNextPage, error } = found
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage, error])
  const { data, isLoading, refetch } = found
  return { objects: data?.items, total: data?.total ?? null, isLoading, error, refetch }
}

const objectPage = (theCase: Case, cursor: string): Promise<Page> =>
  api.artifacts.list({
    query: { case_id: theCase.id, kind: 'custom_object', limit: PAGE, ...(cursor && { cursor }) },
  })

/** Without a project, a case names artifacts from the lists. */
async function namedPage({ scope: { artifact_ids }, target, pack }: Case, cursor: string): Promise<Page> {
  const start = Number(cursor)
  const query = { target: target.profile_id, pack: pack.id }
  const items = await Promise.all(
    artifact_ids
      .slice(start, start + NAMED_PAGE)
      .map(async (id) => (await api.artifacts.get({ params: { id }, query })) as Artifact),
  )
  const end = start + NAMED_PAGE
  return { items, next: end < artifact_ids.length ? String(end) : '', total: artifact_ids.length }
}
