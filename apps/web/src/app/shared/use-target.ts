import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'

export const intentsQuery = {
  queryKey: ['intents'],
  queryFn: () => api.resolve.intents(),
  staleTime: 300_000,
}

/** The target that the address names, or the pack's own; undefined until it is known. */
export function useTarget() {
  const { target } = useSearch({ strict: false })
  const { data } = useQuery(intentsQuery)
  const targets = data?.targets ?? []
  return { id: target, target: targets.find(({ profile_id }) => profile_id === target), targets }
}

/** Query parameters of a call: nothing where the pack's own target is meant. */
export const targetWord = (target: string | undefined): { target?: string } => (target ? { target } : {})
