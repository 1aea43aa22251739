import { useMutation } from '@tanstack/react-query'
import type { EstimateRequest } from '@veritrace/contract/casework/estimates'
import { days } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { useCase, useRefresh } from './queries.ts'
import { useGoPhase } from './search.ts'

/** Estimates a plan, by default the current one or the accepted recommendations, and shows the result. */
export function useEstimate() {
  const { id } = useCase()
  const refresh = useRefresh()
  const go = useGoPhase()
  return useMutation({
    mutationFn: (wanted: Partial<EstimateRequest>) =>
      api.estimates.make({ params: { id }, body: { simulations: 10_000, seed: 1, ...wanted } }),
    onSuccess: async ({ effort }) => {
      toast.ok(`Estimate: ${days(effort.p50)} (P80: ${days(effort.p80)})`)
      await refresh()
      await go('plan', { view: 'estimate' })
    },
    onError: (error) => toast.error('The estimate was not created', refusal(error)),
  })
}
