// The door to the graph: what a room says goes into the outbox in its own transaction, and from there to the graph.
import type { NewStatement } from '@veritrace/contract/graph/statements'

/** One named graph of a workspace, such as `catalog.sap.pce-2023-3` or `estate.prj_…`. */
export interface GraphContext {
  tenant: string
  workspace: string
  name: string
}

/** A projection rebuilds its whole context from the tables; the outbox only says which one is due. */
export interface Projection {
  /** Such as `catalog` or `estate`: the first word of the context's name. */
  kind: string
  /** All that the context should say now, in order, in parts that fit one request. */
  statements(context: GraphContext): AsyncIterable<readonly NewStatement[]>
}
