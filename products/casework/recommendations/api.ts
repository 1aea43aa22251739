// Recommendations: the endpoints of contract/casework/recommendations.ts.
import { recommendations } from '@veritrace/contract/casework/recommendations'
import { implement } from '@veritrace/platform/implement'
import { getCase } from '../cases/get-case.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { decideRecommendation } from './decide.ts'
import { listRecommendations } from './store.ts'
import { viewRecommendation } from './view.ts'

export const recommendationsApi = (deps: Casework) =>
  implement(recommendations, {
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.id)
      const { items, next, total } = await listRecommendations(deps.db, scope, id, query)
      return { items: items.map(viewRecommendation), next, total }
    },
    decide: ({ params, body, ifVersion }, caller) =>
      decideRecommendation(deps, caller, { caseId: params.id, recId: params.recId }, body, ifVersion),
  })
