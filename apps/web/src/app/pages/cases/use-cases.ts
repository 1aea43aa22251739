import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CASE_SORTS } from '@veritrace/contract/casework/cases'
import { usePages } from '../../../shared/pages.ts'
import { api } from '../../api.ts'

const PAGE = 100
export const FILTERS = ['q', 'status', 'phase', 'type_id', 'owner', 'code', 'tag', 'stale', 'sort', 'scope'] as const
export type Filter = (typeof FILTERS)[number]

export const useCasesSearch = () => useSearch({ from: '/app/cases' })

/** Changes search parameters in the URL; undefined removes one. */
export function useSetSearch() {
  const navigate = useNavigate({ from: '/cases' })
  return (change: Partial<ReturnType<typeof useCasesSearch>>, replace = true) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace })
}

type CasesSearch = Pick<ReturnType<typeof useCasesSearch>, Filter | 'project'>

/** The cases that match the URL, page by page. */
export function useCases(search: CasesSearch) {
  const sort = CASE_SORTS.find((one) => one === search.sort)
  const query = {
    limit: PAGE,
    ...pick(search, ['q', 'status', 'phase', 'type_id', 'owner', 'code', 'tag'] as const),
    ...(search.stale === 'true' && { stale: true }),
    ...(sort && { sort }),
    ...(search.scope === 'project' && search.project && { project_id: search.project }),
  } as Parameters<typeof api.cases.list>[0] extends { query?: infer Q } | undefined ? Q : never
  const found = usePages(['case', 'list', query], (at) => api.cases.list({ query: { ...query, ...at } }), {
    placeholderData: keepPreviousData,
  })
  const { items: cases = [], total = null, facets } = found.data ?? {}
  return { ...found, cases, total, facets }
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> {
  const given = names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]])
  return Object.fromEntries(given) as Partial<Pick<T, K>>
}
