// Quick plans: the endpoints of contract/casework/plan.ts.
import { plan } from '@veritrace/contract/casework/plan'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { makePlan } from './make-plan.ts'
import { readVersions } from './read-versions.ts'
import type { Planners } from './threads/planners.ts'

export const planningApi = (deps: Casework, planners: Planners) =>
  implement(plan, {
    make: ({ body, query, signal }, caller) => makePlan({ ...deps, planners }, caller, body, query, signal),
    versions: ({ query }, caller) => readVersions(deps, scopeOf(caller), query),
  })
