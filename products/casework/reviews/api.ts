// Reviews of plans: the endpoints of contract/casework/plan-reviews.ts.
import { planReviews } from '@veritrace/contract/casework/plan-reviews'
import { implement } from '@veritrace/platform/implement'
import { getPlan, type PlanDeps } from '../case-plans/read-plan.ts'
import { listComments, listReviews } from '../case-plans/review-store.ts'
import { getCase } from '../cases/get-case.ts'
import { scopeOf } from '../model/scope.ts'
import { addReview } from './add-review.ts'
import { viewReview } from './view.ts'

export const planReviewsApi = (deps: PlanDeps) =>
  implement(planReviews, {
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.caseId)
      const plan = await getPlan(deps.db, scope, id, params.planId)
      const { items, ...page } = await listReviews(deps.db, scope, plan.id, query)
      const comments = await listComments(
        deps.db,
        scope,
        items.map((review) => review.id),
      )
      return { items: items.map((review) => viewReview(review, comments)), ...page }
    },
    add: ({ params, body }, caller) => addReview(deps, caller, params.caseId, params.planId, body),
  })
