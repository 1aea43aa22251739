// Makes small plans on the main thread and large ones in a worker thread, so that requests are still answered.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { type Asking, openPool } from '@veritrace/platform/threads/pool'
import type { ActivePack } from '../../packs/packs.ts'
import { draftPlan } from '../engine/draft.ts'
import { type Estimated, type EstimateInput, estimateOf } from '../engine/estimate.ts'
import { type Draft, PlanContradiction, type PlanInput } from '../engine/input.ts'
import type { FromPlanner, ToPlanner } from './messages.ts'

export interface Planners {
  /** 422 if the constraints contradict each other. */
  draft(input: PlanInput, asking: Asking): Promise<Draft>
  estimate(input: EstimateInput, asking: Asking): Promise<Estimated>
  close(): Promise<void>
}

/** Plans up to this size are fast enough for the main thread. */
const SMALL_OBJECTS = 30
const SMALL_DRAWS = 100_000
const THREADS = 4
const LIMIT_MS = 60_000
const MEMORY_MB = 1_024
const MAX_WAITING = 16

export function openPlanners({ log }: { log: Log }): Planners {
  const pool = openPool<ToPlanner, FromPlanner>({
    file: new URL('./worker.ts', import.meta.url),
    name: 'plans',
    log,
    threads: THREADS,
    memoryMb: MEMORY_MB,
    limitMs: LIMIT_MS,
    mostWaiting: MAX_WAITING,
    failed: (why) =>
      why === 'late' || why === 'broken'
        ? new AppError('planner_busy', 'The plan is too large. Reduce its scope.')
        : new AppError('planner_busy', undefined, {}, { 'retry-after': '5' }).whileBusy(),
  })
  return {
    async draft(input, asking) {
      if (input.objects.length <= SMALL_OBJECTS) return draftHere(input)
      const answer = await pool.run({ plan: { ...input, active: slim(input.active) } }, asking)
      if ('draft' in answer) return answer.draft
      if ('contradiction' in answer) return contradict(answer.contradiction)
      throw new Error('The thread returned an unexpected message.')
    },
    async estimate(input, asking) {
      if (input.items.length * input.simulations <= SMALL_DRAWS) return estimateOf(input)
      const answer = await pool.run({ estimate: input }, asking)
      if ('estimated' in answer) return answer.estimated
      throw new Error('The thread returned an unexpected message.')
    },
    close: pool.close,
  }
}

function draftHere(input: PlanInput): Draft {
  try {
    return draftPlan(input)
  } catch (error) {
    if (error instanceof PlanContradiction) return contradict(error.message)
    throw error
  }
}

function contradict(message: string): never {
  throw new AppError('cyclic_constraint', message)
}

/** Drops the texts of the pack, which plans do not read, because everything sent to a thread is copied. */
const slim = ({ pack, ...active }: ActivePack): ActivePack => ({
  ...active,
  pack: {
    ...pack,
    guidance: [],
    intents: [],
    sources: [],
    templates: {},
    sample: {},
    ontology: '',
    shapes: '',
    ui: {},
  },
})
