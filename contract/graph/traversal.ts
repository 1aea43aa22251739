// Traversal: the neighbourhood of a node, breadth first.
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
      t.Array(node('An absolute IRI'), { maxItems: 100, description: 'Edges to follow; all where it is empty' }),
    ),
    direction: t.Optional(
      oneOf(DIRECTIONS, {
        default: 'out',
        description: 'From subject to object, from object to subject, or either way',
      }),
    ),
    depth: t.Optional(t.Integer({ minimum: 1, maximum: MOST_DEPTH, default: 1 })),
    limit: t.Optional(t.Integer({ minimum: 1, maximum: MOST_EDGES, default: 1_000, description: 'Of edges' })),
    minConfidence: t.Optional(
      t.Number({
        minimum: 0,
        maximum: 1,
        description: 'Only edges that say how sure they are, and are at least so; with 0, or without it, all edges',
      }),
    ),
    where: t.Optional(
      t.Record(t.String({ minLength: 1, maxLength: 4_096 }), Value, {
        maxProperties: 20,
        description:
          'Predicates with the value that a node must have to be reached: an IRI, or the text of a literal of any type or language; a number also means literals of equal value. The start needs none.',
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
          'rdfs:label, skos:prefLabel, schema:name, foaf:name or dct:title, in English or without a language where there is one; 256 characters at most',
      }),
    ),
    types: t.Array(t.String(), { description: 'What rdf:type says' }),
    depth: t.Integer({ description: 'Steps from the start' }),
  }),
)

export type TraversalEdge = Static<typeof TraversalEdge>
export const TraversalEdge = named(
  'TraversalEdge',
  t.Object({
    edgeId: t.String({ description: 'The statement: urn:graph:stmt:<id>' }),
    from: t.String({ description: 'Its subject, in whichever direction it was followed' }),
    to: t.String({ description: 'Its object' }),
    predicate: t.String(),
    depth: t.Integer({ description: 'The step in which it was followed, from 1' }),
    confidence: nullable(t.Number({ description: 'Of the metadata of the statement' })),
  }),
)

export type TraversalResult = Static<typeof TraversalResult>
export const TraversalResult = named(
  'TraversalResult',
  t.Object({
    nodes: t.Array(TraversalNode, { description: 'In the order in which they were reached; the start is the first' }),
    edges: t.Array(TraversalEdge, {
      description:
        'Step by step; within a step in the order of the nodes they lead away from, out before in, and then oldest statement first',
    }),
    truncated: t.Boolean({ description: 'There are more edges than the limit' }),
  }),
)

export const traversal = {
  walk: endpoint('POST /gql', {
    summary: 'Walk the graph from a node, breadth first',
    description:
      'An unknown start is answered with that node alone. Walks the context of X-Context-ID; with the header `X-Graph-Scope: workspace` all contexts of the workspace.',
    auth: 'bearer',
    body: TraversalRequest,
    ok: TraversalResult,
    errors: ['graph_out_of_scope'],
  }),
}
