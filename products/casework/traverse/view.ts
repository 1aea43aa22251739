// Converts a traversal to the types of the contract.
import { createHash } from 'node:crypto'
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { TraverseEdge, TraverseNode } from '@veritrace/contract/casework/traverse'
import { cutText } from '@veritrace/platform/text'
import { degreesOf } from './expand.ts'
import type { Graph } from './graph.ts'
import { graphIri, lineOf, type Statement, statementId } from './statement-id.ts'
import type { WalkEdge, Walked } from './walk.ts'

export function viewNodes(graph: Graph, { depth, edges }: Walked): TraverseNode[] {
  const seen = countEnds(edges)
  return Array.from(depth, ([number, steps]) => {
    const { kind: place, places } = graph.node(number)
    const { id, iri, label, kind, type } = graph.refOf(number)
    const own = place === 'own' ? graph.estateGraph.estates[places[0]!]!.estate.objects[places[1]!]! : undefined
    const whole = degreesOf(graph.estateGraph, number)
    const met = seen.get(number) ?? { degree_in: 0, degree_out: 0 }
    return {
      ...{ id, iri, label, kind, type },
      ...(own?.package && { group: own.package }),
      degree_in: Math.max(whole.degree_in, met.degree_in),
      degree_out: Math.max(whole.degree_out, met.degree_out),
      depth: steps,
    }
  })
}

function countEnds(edges: readonly WalkEdge[]) {
  const seen = new Map<number, { degree_in: number; degree_out: number }>()
  const at = (number: number) => {
    const known = seen.get(number) ?? { degree_in: 0, degree_out: 0 }
    seen.set(number, known)
    return known
  }
  for (const { from, to } of edges) {
    at(from).degree_out++
    at(to).degree_in++
  }
  return seen
}

/** Edges with the ids that their statements have in the graph. */
export function viewEdges(graph: Graph, edges: readonly WalkEdge[], withProvenance: boolean): TraverseEdge[] {
  const predicates = new Map(graph.active.pack.relations.map(({ id, predicate }) => [id, predicate]))
  return edges.map((edge) => {
    const [from, to] = [graph.refOf(edge.from), graph.refOf(edge.to)]
    const statement: Statement = {
      subject: from.iri,
      predicate: predicates.get(edge.relation)!,
      object: to.iri,
      graph: graphIri(graph, contextOf(graph, edge)),
    }
    const id = statementId(statement)
    return {
      id,
      from: from.id,
      to: to.id,
      relation: edge.relation,
      confidence: edge.confidence,
      count: edge.count,
      ...(withProvenance && { citation: cite(id, statement, edge) }),
    }
  })
}

/** The named graph of an edge: that of a list or a source, or else of the estate. */
function contextOf(graph: Graph, { from, context }: WalkEdge): string {
  if (context !== undefined) return context
  const [estate] = graph.node(from).places
  return `estate.${graph.estateGraph.estates[estate!]!.estate.project_id}`
}

const MAX_QUOTE = 400
function cite(id: string, statement: Statement, { confidence, entry }: WalkEdge): Citation {
  const quote = cutText(lineOf(statement), MAX_QUOTE)
  return {
    n: 1,
    kind: 'statement',
    title: statement.graph,
    statement_id: id,
    ...(entry !== undefined && { entry_id: entry }),
    locator: { type: 'text', value: id },
    quote,
    quote_hash: `sha256:${createHash('sha256').update(quote).digest('hex')}`,
    as_of: null,
    confidence,
  }
}
