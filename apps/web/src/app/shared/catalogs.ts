import { readAll } from '../../shared/pages.ts'
import { api } from '../api.ts'

const PAGE = 200

/** All versions of all lists. The current ones may be old, so they may not be on the first page. */
export const catalogsQuery = {
  queryKey: ['corpus', 'catalogs'],
  queryFn: () => readAll((at) => api.corpus.list({ query: { kind: 'catalog', limit: PAGE, ...at } })),
  staleTime: 60_000,
}
