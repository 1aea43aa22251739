import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'

const MAX_STARTS = 12

/** Default start nodes of a project: its custom objects, those with most dependencies first. */
export function useStarts(projectId: string | undefined): { starts: string[]; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['artifacts', 'starts', projectId],
    queryFn: () => api.artifacts.list({ query: { project_id: projectId!, kind: 'custom_object', limit: MAX_STARTS } }),
    enabled: projectId !== undefined,
    staleTime: 60_000,
  })
  const forms = (data?.items ?? [])
    .toSorted((a, b) => b.dependencies_count - a.dependencies_count)
    .map(({ type, name }) => `${type}:${name}`)
  return { starts: forms.length > 0 ? [forms.join(','), ...forms] : [], isLoading }
}
