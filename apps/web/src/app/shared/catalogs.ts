import { readAll } from '../../shared/pages.ts'
import { api } from '../api.ts'

const PAGE = 200

/** Every version of every list: the current ones may have been read long ago. */
export const catalogsQuery = {
  queryKey: ['corpus', 'catalogs'],
  queryFn: () => readAll((at) => api.corpus.list({ query: { kind: 'catalog', limit: PAGE, ...at } })),
  staleTime: 60_000,
}
