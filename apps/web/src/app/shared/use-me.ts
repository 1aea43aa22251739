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

/** Whether the person may begin work, and else why not: a role that could not be asked for is not a role without rights. */
export function useAsking(): { may: boolean; whyNot: string | undefined } {
  const { data, error } = useMe()
  if (!data)
    return { may: false, whyNot: error ? 'Your role could not be read. Load the page again in a moment.' : undefined }
  const may = data.may.includes('ask')
  return { may, whyNot: may ? undefined : 'Your role may look, but not begin work here.' }
}
