// What goes to the thread and what comes back.
import type { Draft, PlanInput } from '../engine/input.ts'

export type ToPlanner = PlanInput
export type FromPlanner = { draft: Draft } | { contradiction: string }
