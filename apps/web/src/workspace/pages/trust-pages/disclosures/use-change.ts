import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Disclosure, DisclosurePatch } from '@veritrace/contract/provenance/disclosures'
import { useRef } from 'react'
import { api } from '../../../api.ts'
import { invalidatePages } from '../queries.ts'

/** Refreshes pages too, because they show the number of disclosures and depend on the first one. */
export const invalidateDisclosures = (queries: QueryClient) =>
  Promise.all([queries.invalidateQueries({ queryKey: ['disclosures'] }), invalidatePages(queries)])

/** Sends one change at a time for the version on screen. If it fails, reloads the disclosure. */
export function useChange({ id, version }: Pick<Disclosure, 'id' | 'version'>) {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const change = useMutation({
    mutationFn: (body: DisclosurePatch) =>
      api.disclosures.update({ params: { id }, body, headers: { 'if-match': `"${version}"` } }),
    onSettled: () => {
      isBusy.current = false
      return invalidateDisclosures(queries)
    },
  })
  return {
    ...change,
    mutate: ((body, options) => {
      if (isBusy.current) return
      isBusy.current = true
      change.mutate(body, options)
    }) as typeof change.mutate,
  }
}
