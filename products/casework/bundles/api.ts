// Bundles: the endpoints of contract/casework/bundles.ts.
import { bundles } from '@veritrace/contract/casework/bundles'
import { implement } from '@veritrace/platform/implement'
import { getCase } from '../cases/get-case.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { makeBundle } from './make-bundle.ts'
import { listBundles } from './store.ts'
import { viewBundle } from './view.ts'

export const bundlesApi = (deps: Casework) =>
  implement(bundles, {
    make: ({ params, body }, caller) => makeBundle(deps, caller, params.id, body ?? { redact: false }),
    list: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const { id } = await getCase(deps.db, scope, params.id)
      const { items, next, total } = await listBundles(deps.db, scope, id, query)
      return { items: items.map(viewBundle), next, total }
    },
  })
