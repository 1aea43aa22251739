import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Project } from '@veritrace/contract/casework/projects'
import { api } from '../api.ts'
import { readAll } from './pages.ts'

const PAGE = 200

const projectsQuery = {
  queryKey: ['project', 'list'],
  queryFn: () => readAll((at) => api.projects.list({ query: { status: 'active', limit: PAGE, ...at } })),
}

/** The project that the address names, else the newest; undefined where there is none. */
export function useProject() {
  const { project: id } = useSearch({ strict: false })
  const found = useQuery(projectsQuery)
  const projects: readonly Project[] = found.data ?? []
  const project = projects.find((one) => one.id === id) ?? projects[0]
  const navigate = useNavigate()
  const choose = (next: string) => navigate({ to: '.', search: (words) => ({ ...words, project: next }) })
  return { project, projects, choose, isLoading: found.isLoading, error: found.error, retry: found.refetch }
}
