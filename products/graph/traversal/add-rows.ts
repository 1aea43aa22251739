// Adds database rows to an adjacency as edges and labels.
import { confidenceOf } from '../statements/meta-lines.ts'
import { type Adjacency, addEdge, addLabel, type Edge, keepEdge, linkIn, linkOut } from './adjacency.ts'
import { labelOf } from './rules.ts'
import type { EdgeRow } from './store.ts'

/** Expects distinct statements in order of arrival. */
export function addRows(graph: Adjacency, rows: readonly EdgeRow[]): void {
  for (const row of rows) {
    if (row.object_type === 'literal') addLabelRow(graph, row)
    else addEdge(graph, edgeOf(row))
  }
}

/** Links edges only at the end that was queried, because the other edges of the far nodes are unknown. */
export function addRowsAt(graph: Adjacency, rows: readonly EdgeRow[], end: 'subject' | 'object'): void {
  for (const row of rows) {
    const edge = keepEdge(graph, edgeOf(row))
    if (end === 'subject') linkOut(graph, edge)
    else linkIn(graph, edge)
  }
}

/** Adds types and labels. Types are stored, but not linked as edges to follow. */
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
