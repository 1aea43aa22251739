import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Evidence, EvidencePatch } from '@veritrace/contract/provenance/evidence'
import { api } from '../../api.ts'
import { isStale } from '../../shared/refusal.ts'

export const useRefreshEvidence = () => {
  const queries = useQueryClient()
  return () => Promise.all(['evidence', 'overview'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}

/** Changes the version that the user sees. If someone else changed it first, reloads it. */
export function useChange({ id, version }: Evidence) {
  const refresh = useRefreshEvidence()
  return useMutation({
    mutationFn: (body: EvidencePatch) =>
      api.evidence.update({ params: { id }, body, headers: { 'if-match': `"${version}"` } }),
    onSuccess: refresh,
    onError: (error) => (isStale(error) ? refresh() : undefined),
  })
}
