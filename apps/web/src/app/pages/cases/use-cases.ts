import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CASE_SORTS } from '@veritrace/contract/casework/cases'
import { usePages } from '../../../shared/pages.ts'
import { api } from '../../api.ts'

const PAGE = 100
export const FILTERS = ['q', 'status', 'phase', 'type_id', 'owner', 'code', 'tag', 'stale', 'sort', 'scope'] as const
export type Filter = (typeof FILTERS)[number]

export const useCaseWords = () => useSearch({ from: '/app/cases' })

/** Sets words of the address; undefined takes one away. */
export function useSetWords() {
  const navigate = useNavigate({ from: '/cases' })
  return (words: Partial<ReturnType<typeof useCaseWords>>, replace = true) =>
    navigate({ search: (before) => ({ ...before, ...words }), replace })
}

type Words = Pick<ReturnType<typeof useCaseWords>, Filter | 'project'>

/** The cases that the address asks for, page after page. */
export function useCases(words: Words) {
  const sort = CASE_SORTS.find((one) => one === words.sort)
  const query = {
    limit: PAGE,
    ...pick(words, ['q', 'status', 'phase', 'type_id', 'owner', 'code', 'tag'] as const),
    ...(words.stale === 'true' && { stale: true }),
    ...(sort && { sort }),
    ...(words.scope === 'project' && words.project && { project_id: words.project }),
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
