// Traversal: POST /gql.
import { traversal } from '@veritrace/contract/graph/traversal'
import { implement } from '@veritrace/platform/http/implement'
import type { Graph } from '../deps.ts'
import { scopeOf } from '../scope/scope.ts'
import { traverse } from './traverse.ts'

export const traversalApi = (deps: Graph) =>
  implement(traversal, {
    walk: ({ body, headers, signal }, caller) => traverse(deps, scopeOf(caller, headers), body, signal),
  })
