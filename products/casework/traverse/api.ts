// Graph traversal: the endpoint of contract/casework/traverse.ts.
import { traverse } from '@veritrace/contract/casework/traverse'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { runTraverse } from './run-traverse.ts'

export const traverseApi = (deps: Casework) =>
  implement(traverse, {
    run: ({ body }, caller) => runTraverse(deps, scopeOf(caller), body),
  })
