// Runs: the endpoints of contract/casework/runs.ts.
import { runs } from '@veritrace/contract/casework/runs'
import { implement } from '@veritrace/platform/implement'
import { getCase } from '../cases/get-case.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { cancelRun } from './cancel-run.ts'
import { investigate } from './start-run.ts'
import { listRuns } from './store.ts'
import { viewRun } from './view.ts'

export const runsApi = (deps: Casework) =>
  implement(runs, {
    investigate: ({ params, body }, caller) => investigate(deps, caller, params.id, body ?? { force: false }),
    cancel: ({ params }, caller) => cancelRun(deps, caller, params.id, params.runId),
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.id)
      const { items, next, total } = await listRuns(deps.db, scope, id, query)
      return { items: items.map(viewRun), next, total }
    },
  })
