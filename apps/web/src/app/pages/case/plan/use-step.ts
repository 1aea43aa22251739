import { useMutation } from '@tanstack/react-query'
import type { CasePlan, PlanStep } from '@veritrace/contract/casework/case-plans'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { wordsOf } from '../../../shared/case/words.ts'
import { useCase, useRefresh } from '../queries.ts'
import { withTitles } from './states.ts'

/** Moves a plan or some of its items to another state, unless the plan has changed since it was shown. */
export function useStep(plan: CasePlan) {
  const { id } = useCase()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (step: PlanStep) =>
      api.casePlans.step({
        params: { caseId: id, planId: plan.id },
        body: step,
        headers: { 'if-match': plan.etag },
      }),
    onSuccess: async ({ plan: moved, event }) => {
      await refresh()
      toast.ok(
        moved.state === plan.state
          ? withTitles(event.message, plan)
          : `Plan ${plan.number} is now ${wordsOf(moved.state)}`,
      )
    },
    onError: async (error) => {
      await refresh()
      toast.error('The state was not changed', refusal(error))
    },
  })
}
