// What a plan is made from, and what comes out. Nothing else goes in: no clock, no chance but the seed.
import type { GRANULARITIES, OBJECTIVES, PlanConstraints, PlanVersion } from '@veritrace/contract/casework/plan'
import type { Estate } from '../../estate/estate.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import type { Known } from '../../rating/known.ts'
import type { Calibration } from './calibrate.ts'
import type { Points } from './pert.ts'

export type Objective = (typeof OBJECTIVES)[number]
type Granularity = (typeof GRANULARITIES)[number]

/** As the contract has them, with the day on which work begins. */
export type Constraints = PlanConstraints & { start_date: string }

export interface PlanInput {
  estate: Estate
  /** Places of the objects that are planned for. */
  objects: readonly number[]
  known: ReadonlyMap<string, Known>
  active: ActivePack
  target: TargetProfile
  /** Whose estate it is; left out where its objects are things from lists that someone named. */
  tenant?: string
  /** Short forms of what has an exemption in force. */
  exempt?: ReadonlySet<string>
  constraints: Constraints
  objective: Objective
  granularity: Granularity
  seed: number
  choices?: Choices
  /** What finished work of the workspace says about the guesses. */
  calibration?: Calibration
  /** What else the reader should know; told among the assumptions. */
  notes?: readonly string[]
}

/** What people have decided about recommendations, by the key of the pattern (`pat_…`, `technology:…`, `retire`). */
interface Choices {
  /** Nothing but these is planned. */
  accepted?: readonly string[]
  excluded?: readonly string[]
  /** Another action than the rules would take, and the successor that was chosen. */
  chosen?: Readonly<Record<string, { action_id?: string; successor?: string }>>
}

/** A plan without a name, an owner and a place among versions. */
export interface Draft
  extends Pick<
    PlanVersion,
    | 'headline'
    | 'baselines'
    | 'calibration'
    | 'waves'
    | 'items'
    | 'totals'
    | 'lift_curve'
    | 'critical_path'
    | 'assumptions'
    | 'open_questions'
    | 'infeasible'
    | 'citations'
    | 'ruleset'
  > {
  /** By the id of an item. */
  details: Record<string, ItemDetail>
}

/** What stands behind an item: kept with a plan, not shown. */
export interface ItemDetail {
  /** All of them as short forms: items themselves show the first few. */
  objects: string[]
  /** How many of the objects are in which package. */
  packages: Record<string, number>
  /** What it mends: keys of patterns (`pat_…`), of techniques, or `retire`; choices go by these. */
  fixes: string[]
  points: Points
  group: string
}

/** What was asked contradicts itself. */
export class PlanContradiction extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PlanContradiction'
  }
}
