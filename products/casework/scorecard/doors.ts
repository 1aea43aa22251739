// What controls ask rooms that know cases, plans, transports and the graph.
import type { ArtifactRef, Citation } from '@veritrace/contract/casework/shapes'
import type { Scope } from '../model/space.ts'

/** Measures that rest on cases and what follows from them. */
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

/** What a scorecard is about. */
export interface ControlSubject {
  kind: 'workspace' | 'project' | 'case'
  id: string | null
  projectIds: readonly string[]
  packId: string
}

export interface Measurement {
  value: number
  /** What fails, the first of them. */
  failing?: readonly ArtifactRef[]
  failingTotal?: number
  evidence?: readonly Citation[]
}

/** Undefined where the facts are not there: a control is unknown then, and never passed. */
export interface CaseFacts {
  measure(name: CaseMeasure, scope: Scope, subject: ControlSubject): Promise<Measurement | undefined>
  /** Short forms of the objects that an item of a plan which still counts names. */
  plannedObjects(scope: Scope, subject: ControlSubject): Promise<ReadonlySet<string> | undefined>
}

export interface GraphFacts {
  /** Statements that are missing or too many in the graph, and violations of shapes. */
  drift(scope: Scope): Promise<number | undefined>
}
