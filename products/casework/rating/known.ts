// What is known about a named thing for one target. Readiness, plans, the studio and cases use it for ratings.
import type { ArtifactRef, Citation, Rating } from '@veritrace/contract/casework/shapes'
import type { Named } from '../model/artifacts.ts'
import type { EntryRow, FactRow } from '../model/tables.ts'

export interface Successor {
  named: Named
  artifact: ArtifactRef
  hop: number
  relation: 'one' | 'one_of_many' | 'concept'
  concept?: string
  code: string
  acceptable: boolean
  /** Some list that the target reads contains it. */
  available: boolean
  /** It has no successor. */
  terminal: boolean
}

export interface Known {
  named: Named
  artifact: ArtifactRef
  /** In the order in which the target reads the lists; empty if no list contains it. */
  facts: readonly (FactRow & { list_id: string })[]
  rating: Rating
  acceptable: boolean
  successors: readonly Successor[]
  citations: readonly Citation[]
}

/** The lists that a target currently reads, with the entry of each. */
export interface Lists {
  /** By list id. */
  entries: ReadonlyMap<string, EntryRow>
  /** Digest of all entries read: changes when any list does. */
  digest: string
}
