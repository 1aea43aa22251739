// Readiness: the endpoint of contract/casework/readiness.ts.
import { readiness } from '@veritrace/contract/casework/readiness'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { ReadinessDoors } from './doors.ts'
import { readReadiness } from './read-readiness.ts'

export const readinessApi = (deps: Casework, doors: ReadinessDoors) =>
  implement(readiness, {
    get: ({ query }, caller) => readReadiness(deps, doors, scopeOf(caller), query),
  })
