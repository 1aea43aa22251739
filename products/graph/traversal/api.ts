// Traversal: POST /gql.
import { traversal } from '@veritrace/contract/graph/traversal'
import { written } from '@veritrace/platform/http/answer'
import { implement } from '@veritrace/platform/http/implement'
import type { Graph } from '../deps.ts'
import { scopeOf } from '../scope/scope.ts'
import { traverse } from './traverse.ts'

export const traversalApi = (deps: Graph) =>
  implement(traversal, {
    // An answer of ten thousand edges takes less time so than by a writer that is made from their schema.
    walk: async ({ body, headers, signal }, caller) =>
      written(JSON.stringify(await traverse(deps, scopeOf(caller, headers), body, signal)), {}),
  })
