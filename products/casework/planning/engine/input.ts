// The input and output of the planning engine, which is deterministic: no clock, and no randomness except the seed.
import type { GRANULARITIES, OBJECTIVES, PlanConstraints, PlanVersion } from '@veritrace/contract/casework/plan'
import type { Points } from '../../effort/pert.ts'
import type { Estate } from '../../estate/estate.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import type { Known } from '../../rating/known.ts'
import type { Calibration } from './calibrate.ts'

export type Objective = (typeof OBJECTIVES)[number]
type Granularity = (typeof GRANULARITIES)[number]

/** The constraints of the contract, with a start date. */
export type Constraints = PlanConstraints & { start_date: string }

export interface PlanInput {
  estate: Estate
  /** Positions of the objects to plan for. */
  objects: readonly number[]
  known: ReadonlyMap<string, Known>
  active: ActivePack
  target: TargetProfile
  /** The owner of the estate; omitted if the objects are artifacts from lists. */
  tenant?: string
  /** Short forms of objects and references with an active exemption. */
  exempt?: ReadonlySet<string>
  constraints: Constraints
  objective: Objective
  granularity: Granularity
  seed: number
  choices?: Choices
  /** Calibration from finished work of the workspace. */
  calibration?: Calibration
  /** Further notes for the reader, shown with the assumptions. */
  notes?: readonly string[]
}

/** People's decisions on recommendations, by their keys (`pat_…`, `technology:…`, `retire`). */
interface Choices {
  /** If given, only these are planned. */
  accepted?: readonly string[]
  excluded?: readonly string[]
  /** An action that overrides the rules, and the chosen successor. */
  chosen?: Readonly<Record<string, { action_id?: string; successor?: string }>>
}

/** A plan without id, title, owner and version. */
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
  /** By item id. */
  details: Record<string, ItemDetail>
}

/** Internal data of an item, stored with a plan but not shown. */
export interface ItemDetail {
  /** All objects as short forms; the item itself shows only the first few. */
  objects: string[]
  /** The number of objects per package. */
  packages: Record<string, number>
  /** The keys of what it fixes: patterns (`pat_…`), technologies, or `retire`; the same keys as in choices. */
  fixes: string[]
  points: Points
  group: string
}

/** Thrown if the constraints contradict each other. */
export class PlanContradiction extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PlanContradiction'
  }
}
