// The scorecard: the endpoint of contract/casework/scorecard.ts.
import { scorecard } from '@veritrace/contract/casework/scorecard'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { readScorecard, type ScorecardPorts } from './read-scorecard.ts'

export const scorecardApi = (deps: Casework, ports: ScorecardPorts) =>
  implement(scorecard, {
    get: ({ query }, caller) => readScorecard(deps, ports, scopeOf(caller), query),
  })
