// Decisions: the endpoints of contract/casework/decisions.ts.
import { decisions } from '@veritrace/contract/casework/decisions'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { homesOf } from '../estate/homes.ts'
import { scopeOf } from '../model/scope.ts'
import { addOverlay, renewDecision, revokeDecision } from './change-decision.ts'
import { listDecisions } from './store.ts'
import { viewDecision } from './view.ts'

export const decisionsApi = (deps: Casework) =>
  implement(decisions, {
    list: async ({ query }, caller) => {
      const scope = scopeOf(caller)
      const { pack } = await deps.packs.of(scope, query.pack)
      const now = deps.clock.now()
      const { items, next, total } = await listDecisions(deps.db, scope, { ...query, pack: pack.ref.id }, now)
      const home = await homesOf(deps.db, scope, items)
      return { items: items.map((row) => viewDecision(row, pack, home(row), now)), next, total }
    },
    overlay: ({ body }, caller) => addOverlay(deps, caller, body),
    renew: ({ params, body }, caller) => renewDecision(deps, caller, params.id, body),
    revoke: async ({ params }, caller) => {
      await revokeDecision(deps, caller, params.id)
      return undefined
    },
  })
