// Traversal of dependencies, in both directions.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { named, oneOf, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Citation, Rating } from './shapes.ts'

const optional = t.Optional
const word = t.String({ minLength: 1, maxLength: 200 })
const words = t.Array(word, { maxItems: 100 })
const thing = t.String({
  minLength: 1,
  maxLength: 600,
  description: 'An id (art_…), an IRI, a short form such as TABL:VBAK, or a plain name',
})

export const DIRECTIONS = ['out', 'in', 'both'] as const
export const COLLAPSES = ['none', 'package', 'component', 'owner'] as const
export const MOST_NODES = 5_000
export const MOST_STEPS = 6

export type TraverseRequest = Static<typeof TraverseRequest>
export const TraverseRequest = named(
  'TraverseRequest',
  strict({
    start: t.Array(thing, { minItems: 1, maxItems: 20 }),
    relations: optional(t.Array(word, { minItems: 1, maxItems: 50, description: 'Default: depends_on' })),
    direction: optional(oneOf(DIRECTIONS, { default: 'out' })),
    depth: optional(t.Integer({ minimum: 1, maximum: MOST_STEPS, default: 2 })),
    limit: optional(
      t.Integer({ minimum: 1, maximum: MOST_NODES, default: 500, description: 'Largest number of nodes' }),
    ),
    path_to: optional(thing),
    collapse: optional(oneOf(COLLAPSES, { default: 'none' })),
    filter: optional(
      strict({
        types: optional(words),
        kinds: optional(words),
        codes: optional(words),
        components: optional(words),
        packages: optional(words),
        project_id: optional(t.String({ minLength: 1, maxLength: 64 })),
        min_confidence: optional(t.Number({ minimum: 0, maximum: 1 })),
      }),
    ),
    pack: optional(t.String({ minLength: 1, maxLength: 64 })),
    target: optional(t.String({ minLength: 1, maxLength: 80 })),
    include: optional(t.Array(oneOf(['rating', 'provenance', 'layout']), { uniqueItems: true, maxItems: 3 })),
  }),
)

export type TraverseNode = Static<typeof TraverseNode>
const TraverseNode = named(
  'TraverseNode',
  t.Object({
    id: t.String(),
    iri: t.String(),
    label: t.String(),
    kind: t.String({
      description:
        'custom_object, custom_outside (custom, not in the upload), package, component, document, group, or a kind defined by the pack',
    }),
    type: t.String(),
    group: optional(t.String({ description: 'Its package, or the group that it was collapsed into' })),
    rating: optional(Rating),
    degree_in: t.Integer(),
    degree_out: t.Integer(),
    depth: t.Integer(),
    members: optional(t.Integer()),
    x: optional(t.Number()),
    y: optional(t.Number()),
  }),
)

export type TraverseEdge = Static<typeof TraverseEdge>
const TraverseEdge = named(
  'TraverseEdge',
  t.Object({
    id: t.String({ description: 'The statement in the graph: urn:graph:stmt:…; for a collapsed edge, its two ends' }),
    from: t.String(),
    to: t.String(),
    relation: t.String(),
    confidence: t.Number(),
    count: optional(t.Integer({ description: 'Places in the source, or edges collapsed into this one' })),
    citation: optional(Citation),
  }),
)

export type TraverseResponse = Static<typeof TraverseResponse>
const TraverseResponse = named(
  'TraverseResponse',
  t.Object({
    nodes: t.Array(TraverseNode),
    edges: t.Array(TraverseEdge),
    paths: optional(t.Array(t.Array(t.String()), { description: 'Up to 20 shortest paths as node ids' })),
    stats: t.Object({
      visited: t.Integer(),
      returned: t.Integer(),
      truncated: t.Boolean(),
      truncated_reason: optional(t.String()),
      elapsed_ms: t.Number(),
    }),
    warnings: t.Array(t.String()),
  }),
)

export const traverse = {
  run: endpoint('POST /traverse', {
    summary: 'Traverse the relations of the pack from the given artifacts',
    auth: 'bearer',
    asks: true,
    may: MAY.ask,
    body: TraverseRequest,
    ok: TraverseResponse,
    errors: ['artifact_not_found', 'project_not_found', 'pack_not_found', 'unknown_relation', 'unknown_target'],
  }),
}
