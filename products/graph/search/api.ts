// Search: the three endpoints of contract/graph/search.ts.
import { search } from '@veritrace/contract/graph/search'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { readableScope } from '../scope/readable-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { putVectors } from './put-vectors.ts'
import { runSearch } from './run-search.ts'
import { searchVectors } from './search-vectors.ts'

export const searchApi = (deps: Graph) =>
  implement(search, {
    find: async ({ query, headers }, caller) =>
      runSearch(deps, await readableScope(deps, scopeOf(caller, headers)), query),
    byVector: async ({ body, headers }, caller) => {
      const scope = scopeOf(caller, headers)
      return searchVectors(deps, scope, await readableScope(deps, scope), body)
    },
    putVectors: ({ body, headers }, caller) => putVectors(deps, caller, scopeOf(caller, headers), body),
  })
