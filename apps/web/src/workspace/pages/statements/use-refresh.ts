import { useQueryClient } from '@tanstack/react-query'

/** A signature may be what a request waits for. */
export function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(['statements', 'requests', 'overview'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
