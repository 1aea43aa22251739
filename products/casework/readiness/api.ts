// Readiness: the endpoint of contract/casework/readiness.ts.
import { readiness } from '@veritrace/contract/casework/readiness'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { ReadinessPorts } from './ports.ts'
import { readReadiness } from './read-readiness.ts'

export const readinessApi = (deps: Casework, ports: ReadinessPorts) =>
  implement(readiness, {
    get: ({ query }, caller) => readReadiness(deps, ports, scopeOf(caller), query),
  })
