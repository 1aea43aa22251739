// Packs: the four endpoints of contract/casework/packs.ts.
import { packs } from '@veritrace/contract/casework/packs'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { changeSettings } from './change-settings.ts'
import type { RateNames } from './compare-ratings.ts'
import { installPack } from './install-pack.ts'
import { viewDetail, viewSummary } from './view.ts'

export const packsApi = (deps: Casework, rateNames: RateNames) =>
  implement(packs, {
    list: async (_input, caller) => {
      const active = await deps.packs.all(scopeOf(caller))
      const builtIn = new Set(deps.packs.builtIn().map((pack) => pack.ref.digest))
      return {
        items: active.map((one) =>
          viewSummary(one, { origin: builtIn.has(one.pack.ref.digest) ? 'built_in' : 'uploaded', active: true }),
        ),
      }
    },
    upload: ({ body, signal }, caller) => installPack(deps, caller, body, signal),
    get: async ({ params, query }, caller) => {
      const scope = scopeOf(caller)
      const active = query.version
        ? await deps.packs.pinned(scope, { id: params.id, version: query.version })
        : await deps.packs.of(scope, params.id)
      return viewDetail(active, await deps.packs.versions(scope, params.id))
    },
    update: ({ params, query, body }, caller) =>
      changeSettings(deps, rateNames, caller, params.id, body, query.preview),
  })
