// Traversal: POST /gql.
import { traversal } from '@veritrace/contract/graph/traversal'
import { implement } from '@veritrace/platform/http/implement'
import type { Graph } from '../deps.ts'
import { scopeOf } from '../scope/scope.ts'
import { openIndexes } from './indexes.ts'
import { traverse } from './traverse.ts'

export const traversalApi = (deps: Graph) => {
  const indexes = openIndexes(deps)
  return implement(traversal, {
    walk: ({ body, headers, signal }, caller) =>
      traverse({ db: deps.db, indexes }, scopeOf(caller, headers), body, signal),
  })
}
