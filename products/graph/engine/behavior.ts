// What every engine must do, whichever store it uses. behavior.test.ts runs the list on each engine.
import type { Behaviors } from './behavior-bench.ts'
import { followingBehaviors } from './behavior-following.ts'
import { queryBehaviors } from './behavior-queries.ts'
import { updateBehaviors } from './behavior-updates.ts'

export const behaviors: Behaviors = { ...queryBehaviors, ...updateBehaviors, ...followingBehaviors }
