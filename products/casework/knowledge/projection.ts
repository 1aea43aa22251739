// What a room says to the graph. A context is always told as a whole; the outbox only says which one is due.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Described } from './register-dataset.ts'
import type { GraphContext } from './rules.ts'

export interface Projection {
  /** Such as `catalog` or `estate`: the first word of the context's name. */
  kind: string
  /** All that the context should say now, in order, in parts that fit one request; each with metadata. */
  statements?(context: GraphContext): AsyncIterable<readonly NewStatement[]>
  /** The same for a context that is one small text: SPARQL prefixes, and triples. Undefined where there is none. */
  text?(context: GraphContext): Promise<{ prefixes: string; triples: string } | undefined>
  /** What the catalog of the graph says about it; undefined for one that says nothing any more. */
  describe?(context: GraphContext): Promise<Described | undefined>
  /** The shapes of the pack that the context is about; undefined where it has none. */
  shapes?(context: GraphContext): Promise<{ name: string; turtle: string } | undefined>
}
