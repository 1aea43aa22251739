// Rows of the database as edges and labels.
import { confidenceOf } from '../statements/meta-lines.ts'
import { type Adjacency, addEdge, addLabel, type Edge, keepEdge, linkIn, linkOut } from './adjacency.ts'
import { labelOf } from './rules.ts'
import type { EdgeRow } from './store.ts'

/** Statements in the order of their arrival, each once. */
export function addRows(graph: Adjacency, rows: readonly EdgeRow[]): void {
  for (const row of rows) {
    if (row.object_type === 'literal') addLabelRow(graph, row)
    else addEdge(graph, edgeOf(row))
  }
}

/** Only what leads away from the nodes that were asked about: what else these nodes have is not known. */
export function addRowsAt(graph: Adjacency, rows: readonly EdgeRow[], end: 'subject' | 'object'): void {
  for (const row of rows) {
    const edge = keepEdge(graph, edgeOf(row))
    if (end === 'subject') linkOut(graph, edge)
    else linkIn(graph, edge)
  }
}

/** Types and labels; a type is not taken for an edge that can be followed. */
export function addFacts(graph: Adjacency, rows: readonly EdgeRow[]): void {
  for (const row of rows) {
    if (row.object_type === 'literal') addLabelRow(graph, row)
    else keepEdge(graph, edgeOf(row))
  }
}

function addLabelRow(graph: Adjacency, { id, subject, predicate, object, language, context }: EdgeRow): void {
  const label = labelOf(predicate, object, language)
  if (label) addLabel(graph, { id, subject, context, ...label })
}

const edgeOf = (row: EdgeRow): Edge => ({ ...row, confidence: confidenceOf({ confidence: row.confidence }) })
