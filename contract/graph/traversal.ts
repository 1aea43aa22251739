// Traversal: the neighborhood of a node, breadth-first.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { named, nullable, oneOf, strict } from '../wire.ts'

export const DIRECTIONS = ['out', 'in', 'both'] as const
export const MOST_DEPTH = 8
export const MOST_EDGES = 10_000

const node = (description: string) => t.String({ minLength: 1, maxLength: 4_096, description })
const Value = t.Union([t.String({ maxLength: 4_096 }), t.Number(), t.Boolean()])

export type TraversalRequest = Static<typeof TraversalRequest>
export const TraversalRequest = named(
  'TraversalRequest',
  strict({
    start: node('An absolute IRI, or a blank node as _:label'),
    predicates: t.Optional(
      t.Array(node('An absolute IRI'), { maxItems: 100, description: 'Predicates to follow; empty for all' }),
    ),
    direction: t.Optional(
      oneOf(DIRECTIONS, {
        default: 'out',
        description: 'From subject to object, from object to subject, or both',
      }),
    ),
    depth: t.Optional(t.Integer({ minimum: 1, maximum: MOST_DEPTH, default: 1 })),
    limit: t.Optional(
      t.Integer({ minimum: 1, maximum: MOST_EDGES, default: 1_000, description: 'Maximum number of edges' }),
    ),
    minConfidence: t.Optional(
      t.Number({
        minimum: 0,
        maximum: 1,
        description: 'Only edges with at least this confidence. With 0, or if omitted, all edges',
      }),
    ),
    where: t.Optional(
      t.Record(t.String({ minLength: 1, maxLength: 4_096 }), Value, {
        maxProperties: 20,
        description:
          'Predicates with the value that a node must have to be reached: an IRI, or the text of a literal of any type or language; a number also matches literals of equal value. Does not apply to the start node.',
      }),
    ),
  }),
)

export type TraversalNode = Static<typeof TraversalNode>
export const TraversalNode = named(
  'TraversalNode',
  t.Object({
    nodeId: t.String({ description: 'An IRI, or a blank node as _:label' }),
    label: nullable(
      t.String({
        description:
          'rdfs:label, skos:prefLabel, schema:name, foaf:name or dct:title, preferably in English or without a language; at most 256 characters',
      }),
    ),
    types: t.Array(t.String(), { description: 'The values of rdf:type' }),
    depth: t.Integer({ description: 'Steps from the start node' }),
  }),
)

export type TraversalEdge = Static<typeof TraversalEdge>
export const TraversalEdge = named(
  'TraversalEdge',
  t.Object({
    edgeId: t.String({ description: 'The statement: urn:graph:stmt:<id>' }),
    from: t.String({ description: 'The subject, in whichever direction the edge was followed' }),
    to: t.String({ description: 'The object' }),
    predicate: t.String(),
    depth: t.Integer({ description: 'The step in which the edge was followed, from 1' }),
    confidence: nullable(t.Number({ description: 'From the metadata of the statement' })),
  }),
)

export type TraversalResult = Static<typeof TraversalResult>
export const TraversalResult = named(
  'TraversalResult',
  t.Object({
    nodes: t.Array(TraversalNode, { description: 'In the order they were reached, starting with the start node' }),
    edges: t.Array(TraversalEdge, {
      description:
        'Ordered by step, then by the node they lead away from, outgoing before incoming, then oldest statement first',
    }),
    truncated: t.Boolean({ description: 'There are more edges than the limit' }),
  }),
)

export const traversal = {
  walk: endpoint('POST /gql', {
    summary: 'Walk the graph from a node, breadth-first',
    description:
      'An unknown start node is returned alone. Covers the context in X-Context-ID, or with the header `X-Graph-Scope: workspace` all contexts of the workspace.',
    auth: 'bearer',
    body: TraversalRequest,
    ok: TraversalResult,
    errors: ['graph_out_of_scope'],
  }),
}
