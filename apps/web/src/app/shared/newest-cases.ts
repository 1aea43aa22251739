import { usePages } from '../../shared/pages.ts'
import { api } from '../api.ts'

const PAGE = 100

export const useNewestCases = (options: { enabled?: boolean; retry?: false } = {}) =>
  usePages(['cases', 'newest'], (at) => api.cases.list({ query: { limit: PAGE, sort: '-updated_at', ...at } }), options)
