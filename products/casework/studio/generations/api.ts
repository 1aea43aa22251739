// Generations: the endpoints of contract/casework/generations.ts.
import { generations } from '@veritrace/contract/casework/generations'
import { implement } from '@veritrace/platform/implement'
import { scopeOf } from '../../model/scope.ts'
import type { Studio } from '../deps.ts'
import { cancelPipeline } from '../pipeline/cancel-pipeline.ts'
import { removeAll, removeOne, updateOne } from './change-generation.ts'
import { getGeneration } from './get-generation.ts'
import { saveGeneration } from './save-generation.ts'
import { listGenerations } from './store.ts'
import { viewGeneration, viewSummary } from './view.ts'

export const generationsApi = (deps: Studio) =>
  implement(generations, {
    list: async ({ query: { mine, ...query } }, caller) => {
      const asked = { ...query, ...(mine && { creator: caller.actor.id }) }
      const page = await listGenerations(deps.db, scopeOf(caller), asked, deps.clock.now())
      return { ...page, items: page.items.map(viewSummary) }
    },
    save: ({ body }, caller) => saveGeneration(deps, caller, body),
    get: async ({ params }, caller) => viewGeneration(await getGeneration(deps, scopeOf(caller), params.id)),
    update: ({ params, body, ifVersion }, caller) => updateOne(deps, caller, params.id, body, ifVersion),
    cancel: ({ params, ifVersion }, caller) => cancelPipeline(deps, caller, params.id, ifVersion),
    remove: ({ params, ifVersion }, caller) => removeOne(deps, caller, params.id, ifVersion),
    removeAll: ({ query }, caller) => removeAll(deps, caller, query),
  })
