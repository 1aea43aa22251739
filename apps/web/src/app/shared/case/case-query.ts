import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** By id or by key: the address may have either. */
export const caseQuery = (id: string) =>
  queryOptions({ queryKey: ['case', id], queryFn: () => api.cases.get({ params: { id } }) })
