// Traversal: POST /gql.
import { traversal } from '@veritrace/contract/graph/traversal'
import { written } from '@veritrace/platform/answer'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { scopeOf } from '../scope/scope.ts'
import { traverse } from './traverse.ts'

export const traversalApi = (deps: Graph) =>
  implement(traversal, {
    // JSON.stringify is faster for ten thousand edges than a serializer compiled from the schema.
    walk: async ({ body, headers, signal }, caller) =>
      written(JSON.stringify(await traverse(deps, scopeOf(caller, headers), body, signal)), {}),
  })
