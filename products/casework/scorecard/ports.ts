// What controls need from the slices of cases, plans, transports and the graph.
import type { ArtifactRef, Citation } from '@veritrace/contract/casework/shapes'
import type { Scope } from '../model/space.ts'

/** Measures that depend on cases and plans. */
export const CASE_MEASURES = [
  'unresolved_conflicts_in_approved_plans',
  'new_d_objects_since_baseline',
  'approved_plans_without_second_person',
  'delivered_items_unverified_after_30_days',
  'retired_objects_executed',
  'transports_with_unplanned_objects',
  'plans_with_changed_ruleset',
  'webhook_dead_letters',
] as const
type CaseMeasure = (typeof CASE_MEASURES)[number]

/** The scope of a scorecard. */
export interface ControlSubject {
  kind: 'workspace' | 'project' | 'case'
  id: string | null
  projectIds: readonly string[]
  packId: string
}

export interface Measurement {
  value: number
  /** The first failing artifacts. */
  failing?: readonly ArtifactRef[]
  failingTotal?: number
  evidence?: readonly Citation[]
}

/** Undefined if the data is missing: the control is then unknown and does not pass. */
export interface CaseFacts {
  measure(name: CaseMeasure, scope: Scope, subject: ControlSubject): Promise<Measurement | undefined>
  /** Short forms of the objects in approved plans that are not yet verified. */
  plannedObjects(scope: Scope, subject: ControlSubject): Promise<ReadonlySet<string> | undefined>
}

export interface GraphFacts {
  /** The number of missing and extra statements in the graph, plus violations of shapes. */
  drift(scope: Scope): Promise<number | undefined>
}
