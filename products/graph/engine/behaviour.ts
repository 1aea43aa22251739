// What every engine must do, whatever it stands on. behaviour.test.ts runs the list on each of them.
import type { Behaviours } from './behaviour-bench.ts'
import { followingBehaviours } from './behaviour-following.ts'
import { queryBehaviours } from './behaviour-queries.ts'
import { updateBehaviours } from './behaviour-updates.ts'

export const behaviours: Behaviours = { ...queryBehaviours, ...updateBehaviours, ...followingBehaviours }
