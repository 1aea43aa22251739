// Agreement with ATC: the endpoints of contract/casework/agreement.ts.
import { agreement } from '@veritrace/contract/casework/agreement'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { listObjects, listPoints } from './list-points.ts'
import { readAgreement, viewAgreement } from './read-agreement.ts'

export const agreementApi = (deps: Casework) =>
  implement(agreement, {
    get: async ({ params, query }, caller) =>
      viewAgreement(await readAgreement(deps, scopeOf(caller), params.id, query.target)),
    objects: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      return listObjects(scope, await readAgreement(deps, scope, params.id, query.target), query)
    },
    points: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      return listPoints(deps.db, scope, await readAgreement(deps, scope, params.id, query.target), query)
    },
  })
