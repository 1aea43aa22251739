// Plans of cases: the endpoints of contract/casework/case-plans.ts.
import { casePlans } from '@veritrace/contract/casework/case-plans'
import { implement } from '@veritrace/platform/implement'
import { getCase } from '../cases/get-case.ts'
import { scopeOf } from '../model/scope.ts'
import type { Planners } from '../planning/threads/planners.ts'
import { createPlan, generatePlan } from './create-plan.ts'
import { listHeads } from './list-plans.ts'
import { openPlan, type PlanDeps, showPlan } from './read-plan.ts'
import { stepPlan } from './step-plan.ts'

const DEFAULTS = { objective: 'balanced', from: 'accepted', granularity: 'pattern', seed: 1 } as const

export const casePlansApi = (deps: PlanDeps & { planners: Planners }) =>
  implement(casePlans, {
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      return listHeads(deps, scope, await getCase(deps.db, scope, params.caseId), query)
    },
    create: ({ params, body }, caller) => createPlan(deps, caller, params.caseId, body),
    generate: ({ params, body, signal }, caller) => generatePlan(deps, caller, params.caseId, body ?? DEFAULTS, signal),
    get: async ({ params }, caller) => {
      const opened = await openPlan(deps, caller, params.caseId, params.planId)
      return showPlan(deps.db, caller, opened, opened.plan.id)
    },
    step: ({ params, body, ifVersion }, caller) =>
      stepPlan(deps, caller, params.caseId, params.planId, body, ifVersion),
  })
