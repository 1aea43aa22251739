// Makes plans in a worker thread.
import { parentPort } from 'node:worker_threads'
import { draftPlan } from '../engine/draft.ts'
import { estimateOf } from '../engine/estimate.ts'
import { PlanContradiction } from '../engine/input.ts'
import type { FromPlanner, ToPlanner } from './messages.ts'

parentPort!.on('message', (input: ToPlanner) => parentPort!.postMessage(answer(input)))

function answer(input: ToPlanner): FromPlanner {
  try {
    return 'plan' in input ? { draft: draftPlan(input.plan) } : { estimated: estimateOf(input.estimate) }
  } catch (error) {
    // An error loses its class when it is sent to another thread.
    if (error instanceof PlanContradiction) return { contradiction: error.message }
    throw error
  }
}
