// The scorecard: the endpoint of contract/casework/scorecard.ts.
import { scorecard } from '@veritrace/contract/casework/scorecard'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { readScorecard, type ScorecardDoors } from './read-scorecard.ts'

export const scorecardApi = (deps: Casework, doors: ScorecardDoors) =>
  implement(scorecard, {
    get: ({ query }, caller) => readScorecard(deps, doors, scopeOf(caller), query),
  })
