import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

export const meQuery = { queryKey: ['me'], queryFn: () => api.access.me(), staleTime: 60_000 }

/** Who is using the app, and what they may do. */
export const useMe = () => useQuery(meQuery)

/** Whether the person's role in casework is one of these; false while it is not known. */
export function useMay(roles: readonly string[]): boolean {
  const { data } = useMe()
  return data !== undefined && roles.includes(data.role)
}
