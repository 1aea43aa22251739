import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

export const meQuery = { queryKey: ['me'], queryFn: () => api.access.me(), staleTime: 60_000 }

/** The current user and their permissions. */
export const useMe = () => useQuery(meQuery)

/** True if the user has one of these roles in casework; false while the role is unknown. */
export function useMay(roles: readonly string[]): boolean {
  const { data } = useMe()
  return data !== undefined && roles.includes(data.role)
}

/** Whether the user may start work, and otherwise the reason: the role is missing, or it could not be loaded. */
export function useAsking(): { may: boolean; whyNot: string | undefined } {
  const { data, error } = useMe()
  if (!data) return { may: false, whyNot: error ? 'Could not load your role. Reload the page in a moment.' : undefined }
  const may = data.may.includes('ask')
  return { may, whyNot: may ? undefined : 'Your role is read-only.' }
}
