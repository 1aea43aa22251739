import { useMutation, useQuery } from '@tanstack/react-query'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { NewPlanReview, PlanComment } from '@veritrace/contract/casework/plan-reviews'
import type { Actor } from '@veritrace/contract/casework/shapes'
import { readAll } from '../../../../shared/pages.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { below, useCase, useRefresh } from '../queries.ts'

const PAGE = 200

export interface Comment extends PlanComment {
  author: Actor
  at: string
}

export function useReviews(plan: CasePlan) {
  const theCase = useCase()
  const query = useQuery({
    queryKey: below(theCase, 'plan', plan.id, 'reviews'),
    queryFn: () =>
      readAll((at) =>
        api.planReviews.list({ params: { caseId: theCase.id, planId: plan.id }, query: { limit: PAGE, ...at } }),
      ),
  })
  const reviews = query.data ?? []
  const comments = reviews
    .flatMap(({ comments: own, reviewer, at }) => own.map((one): Comment => ({ ...one, author: reviewer, at })))
    .sort((a, b) => a.at.localeCompare(b.at))
  return { query, reviews, comments }
}

export function useAddReview(plan: CasePlan) {
  const { id } = useCase()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (review: Partial<NewPlanReview> & Pick<NewPlanReview, 'verdict'>) =>
      api.planReviews.add({ params: { caseId: id, planId: plan.id }, body: { body_md: '', ...review } }),
    onSuccess: refresh,
    onError: async (error) => {
      await refresh()
      toast.error('The review was not added', refusal(error))
    },
  })
}
