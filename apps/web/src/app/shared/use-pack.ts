import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** The pack that the workspace uses: its codes, best first, and what they mean. */
export function usePack(id = 'clean-core') {
  const { data } = useQuery({
    queryKey: ['pack', id],
    queryFn: () => api.packs.get({ params: { id } }),
    staleTime: 300_000,
  })
  return { pack: data, codes: data?.scheme.codes ?? [], labels: data?.scheme.labels ?? {} }
}
