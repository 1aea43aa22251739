import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Accepts an id or a key, because addresses contain either. */
export const caseQuery = (id: string) =>
  queryOptions({ queryKey: ['case', id], queryFn: () => api.cases.get({ params: { id } }) })
