// What is known about a named thing for one target: the door that readiness, plans, studio and cases rate through.
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
  /** In any list that the target reads. */
  available: boolean
  /** Nothing comes after it. */
  terminal: boolean
}

export interface Known {
  named: Named
  artifact: ArtifactRef
  /** Of the lists that the target reads, first to last; empty where none has it. */
  facts: readonly (FactRow & { list_id: string })[]
  rating: Rating
  acceptable: boolean
  successors: readonly Successor[]
  citations: readonly Citation[]
}

/** The lists that a target reads now, with the entry that each is read from. */
export interface Lists {
  /** By list id. */
  entries: ReadonlyMap<string, EntryRow>
  /** Of all entries read: changes when any list does. */
  digest: string
}
