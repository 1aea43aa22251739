// The messages to and from the thread.
import type { Estimated, EstimateInput } from '../engine/estimate.ts'
import type { Draft, PlanInput } from '../engine/input.ts'

export type ToPlanner = { plan: PlanInput } | { estimate: EstimateInput }
export type FromPlanner = { draft: Draft } | { contradiction: string } | { estimated: Estimated }
