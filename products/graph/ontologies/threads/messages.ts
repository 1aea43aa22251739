// The messages between the server and a thread that reads ontologies.
import type { OntologyCounts, OntologyScore } from '@veritrace/contract/graph/ontologies'

export interface Message {
  do: 'count' | 'score'
  turtle: string
  /** Relative IRIs are resolved against this. */
  base: string | undefined
}

export interface Counted {
  counts: OntologyCounts
  /** The IRIs declared as owl:Ontology. */
  ontologies: string[]
  triples: number
}
export interface Replies {
  count: Counted
  score: OntologyScore | undefined
}

export type FromWorker =
  | { reply: Replies[Message['do']] }
  | { syntax: { message: string; line: number; column: number } }
