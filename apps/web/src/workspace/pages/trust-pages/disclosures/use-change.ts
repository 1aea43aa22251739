import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Disclosure, DisclosurePatch } from '@veritrace/contract/provenance/disclosures'
import { useRef } from 'react'
import { api } from '../../../api.ts'
import { invalidatePages } from '../queries.ts'

/** Pages count their disclosures and wait for the first. */
export const invalidateDisclosures = (queries: QueryClient) =>
  Promise.all([queries.invalidateQueries({ queryKey: ['disclosures'] }), invalidatePages(queries)])

/** One change at a time to the version on screen; what was refused shows what has become of it. */
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
