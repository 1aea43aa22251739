import { useQueryClient } from '@tanstack/react-query'

/** Refreshes requests too, because a request may wait for the signature. */
export function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(['statements', 'requests', 'overview'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
