import { useMutation } from '@tanstack/react-query'
import type { EstimateRequest } from '@veritrace/contract/casework/estimates'
import { days } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { useCase, useRefresh } from './queries.ts'
import { useGoPhase } from './words.ts'

/** Of the plan that is followed, or of what was accepted; shown in the phase of the plan. */
export function useEstimate() {
  const { id } = useCase()
  const refresh = useRefresh()
  const go = useGoPhase()
  return useMutation({
    mutationFn: (wanted: Partial<EstimateRequest>) =>
      api.estimates.make({ params: { id }, body: { simulations: 10_000, seed: 1, ...wanted } }),
    onSuccess: async ({ effort }) => {
      toast.ok(`${days(effort.p50)}, and ${days(effort.p80)} in eight of ten cases`)
      await refresh()
      await go('plan', { view: 'estimate' })
    },
    onError: (error) => toast.error('No estimate was made', refusal(error)),
  })
}
