import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Project } from '@veritrace/contract/casework/projects'
import { readAll } from '../../shared/pages.ts'
import { api } from '../api.ts'

const PAGE = 200
const NONE: readonly Project[] = []

const projectsQuery = {
  queryKey: ['project', 'list'],
  queryFn: () => readAll((at) => api.projects.list({ query: { status: 'active', limit: PAGE, ...at } })),
}

/** The project that the address names, else the newest; undefined where there is none. */
export function useProject() {
  const { project: id } = useSearch({ strict: false })
  const found = useQuery(projectsQuery)
  const isNamed = (one: Project) => one.id === id
  // Somebody else may have made it since the list was read: it is read again before another one takes its place.
  const isUnknown = id !== undefined && found.data?.some(isNamed) === false
  const again = useQuery({ ...projectsQuery, queryKey: [...projectsQuery.queryKey, id], enabled: isUnknown })
  const { data: projects = NONE, isLoading, error, refetch: retry } = isUnknown ? again : found
  const project = projects.find(isNamed) ?? projects[0]
  const navigate = useNavigate()
  const choose = (next: string) => navigate({ to: '.', search: (words) => ({ ...words, project: next }) })
  return { project, projects, choose, isLoading, error, retry }
}
