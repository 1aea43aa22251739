import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { intentsQuery } from './use-target.ts'

/** A pack (default: the pack of the workspace), its codes from best to worst, and their labels. */
export function usePack(named?: string) {
  const intents = useQuery({ ...intentsQuery, enabled: named === undefined })
  const id = named ?? intents.data?.pack.id
  const found = useQuery({
    queryKey: ['pack', id],
    queryFn: () => api.packs.get({ params: { id: id! } }),
    enabled: id !== undefined,
    staleTime: 300_000,
  })
  const { data } = found
  return {
    pack: data,
    codes: data?.scheme.codes ?? [],
    labels: data?.scheme.labels ?? {},
    error: intents.error ?? found.error,
    retry: () => void (id === undefined ? intents.refetch() : found.refetch()),
  }
}
