// What a slice contributes to the graph. A context is always projected as a whole; the outbox only says which one is
// due.

import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { GraphContext } from '../model/graph-contexts.ts'
import type { Described } from './register-dataset.ts'

export interface Projection {
  /** Such as `catalog` or `estate`: the first part of the context's name. */
  kind: string
  /** All statements that the context should contain now, in order and with metadata, in parts that fit one request. */
  statements?(context: GraphContext): AsyncIterable<readonly NewStatement[]>
  /** For a context that is one small text: SPARQL prefixes and triples. Undefined if there is no text. */
  text?(context: GraphContext): Promise<{ prefixes: string; triples: string } | undefined>
  /** Its entry in the catalog of the graph; undefined if the context is empty. */
  describe?(context: GraphContext): Promise<Described | undefined>
  /** The shapes of the pack that the context belongs to; undefined if it has none. */
  shapes?(context: GraphContext): Promise<{ name: string; turtle: string } | undefined>
}
