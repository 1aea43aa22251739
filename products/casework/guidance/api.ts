// Guidance: the endpoint of contract/casework/guidance.ts.
import { guidance } from '@veritrace/contract/casework/guidance'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { readGuidance } from './read-guidance.ts'

export const guidanceApi = (deps: Casework) =>
  implement(guidance, { list: ({ query }, caller) => readGuidance(deps, scopeOf(caller), query) })
