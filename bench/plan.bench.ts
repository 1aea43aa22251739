// Quick plans: time by number of objects, and compared with rating the same objects, with which any plan starts.
import { draftPlan } from '../products/casework/planning/engine/draft.ts'
import { largeEstate, planInput } from '../products/casework/planning/testing.ts'
import { measure } from '../products/casework/readiness/measure.ts'
import type { Bench } from './benches.ts'
import { median } from './measure.ts'

const FEW = 1_250
const MANY = 5_000
const ROUNDS = 5
/** The limit of the quality targets for this many objects. */
const LIMIT_MS = 5_000

export const planBench: Bench = {
  name: 'plan',
  run: async () => {
    const few = planInput(largeEstate(FEW))
    const many = planInput(largeEstate(MANY))
    const times = { few: [] as number[], many: [] as number[], floor: [] as number[] }
    // The first round warms up the compiler.
    for (let round = 0; round <= ROUNDS; round++) {
      const took = {
        few: timed(() => draftPlan(few)),
        many: timed(() => draftPlan(many)),
        floor: timed(() => measure(many.estate, many.known, many.active, many.target)),
      }
      if (round > 0) for (const name of ['few', 'many', 'floor'] as const) times[name].push(took[name])
    }
    const ours = median(times.many)
    const floor = median(times.floor)
    const linear = median(times.few) / FEW / (ours / MANY)
    const per = `${((median(times.few) / FEW) * 1000).toFixed(0)} µs per object with ${FEW}, ${((ours / MANY) * 1000).toFixed(0)} µs with ${MANY}`
    return [
      { what: `time per object with ${FEW} / with ${MANY}`, ratio: linear, target: 0.7, detail: per },
      {
        what: 'rating alone / the whole plan',
        ratio: floor / ours,
        target: 0.002,
        detail: `${floor.toFixed(1)} ms of ${ours.toFixed(0)} ms, most of it 10,000 draws of every item`,
      },
      {
        what: `${MANY} objects within ${LIMIT_MS / 1000} s`,
        ratio: LIMIT_MS / ours,
        target: 1,
        detail: `${ours.toFixed(0)} ms`,
      },
    ]
  },
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
