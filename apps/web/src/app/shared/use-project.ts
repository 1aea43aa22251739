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

/** The project in the address, otherwise the newest. Undefined if there are no projects. */
export function useProject() {
  const { project: id } = useSearch({ strict: false })
  const found = useQuery(projectsQuery)
  const isNamed = (one: Project) => one.id === id
  // Another user may have created the project since the list was loaded, so load it again before falling back.
  const isUnknown = id !== undefined && found.data?.some(isNamed) === false
  const again = useQuery({ ...projectsQuery, queryKey: [...projectsQuery.queryKey, id], enabled: isUnknown })
  const { data: projects = NONE, isLoading, error, refetch: retry } = isUnknown ? again : found
  const project = projects.find(isNamed) ?? projects[0]
  const navigate = useNavigate()
  const choose = (next: string) => navigate({ to: '.', search: (prev) => ({ ...prev, project: next }) })
  return { project, projects, choose, isLoading, error, retry }
}
