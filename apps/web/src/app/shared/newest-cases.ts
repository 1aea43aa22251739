import { api } from '../api.ts'

export const newestCases = {
  queryKey: ['cases', 'newest'],
  queryFn: () => api.cases.list({ query: { limit: 100, sort: '-updated_at' } }),
}
