// Estimates: the endpoints of contract/casework/estimates.ts.
import { estimates } from '@veritrace/contract/casework/estimates'
import { implement } from '@veritrace/platform/implement'
import { getCase } from '../cases/get-case.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { Planners } from '../planning/threads/planners.ts'
import { makeEstimate, viewEstimate } from './make-estimate.ts'
import { listEstimates } from './store.ts'

const DEFAULTS = { simulations: 10_000, seed: 1 }

export const estimatesApi = (deps: Casework & { planners: Planners }) =>
  implement(estimates, {
    make: ({ params, body, signal }, caller) => makeEstimate(deps, caller, params.id, body ?? DEFAULTS, signal),
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.id)
      const { items, next, total } = await listEstimates(deps.db, scope, id, query)
      return { items: items.map(viewEstimate), next, total }
    },
  })
