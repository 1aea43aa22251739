// Search: by words, by meaning, and by vectors of the caller.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { limit, named, nullable, oneOf, strict } from '../wire.ts'

export const SEARCH_MODES = ['text', 'vector', 'hybrid'] as const
export const MOST_DIMENSIONS = 4_096
export const MOST_VECTORS = 5_000
/** The vector space that the server fills. */
export const LABELS_SPACE = 'labels'

const iri = (description: string) => t.String({ minLength: 1, maxLength: 4_096, description })
const Space = formed('up to 63 characters: a-z, 0-9, - and _', '^[a-z0-9][a-z0-9_-]{0,62}$', {
  description: 'Up to 63 characters: a-z, 0-9, - and _. The server fills the space `labels`',
})
const Numbers = t.Array(t.Number(), { minItems: 1, maxItems: MOST_DIMENSIONS })

export type SearchResult = Static<typeof SearchResult>
export const SearchResult = named(
  'SearchResult',
  t.Object({
    nodeId: t.String({ description: 'An IRI, or a blank node as _:label' }),
    label: t.String({ description: 'The best label of the node, or its id if it has none' }),
    types: t.Array(t.String()),
    predicate: t.String({ description: 'The predicate of the matching statement' }),
    snippet: t.String({
      description: 'HTML: an escaped excerpt of the text, with matches between <mark> and </mark>',
    }),
    score: t.Number({
      description:
        'Mode text: BM25 over all words of q. Mode vector: cosine. Mode hybrid: reciprocal rank fusion of both',
    }),
    statementId: t.String(),
  }),
)

export const SearchPage = named(
  'SearchPage',
  t.Object({
    items: t.Array(SearchResult),
    next: t.String({ description: 'Cursor of the next page, empty on the last page' }),
    mode: oneOf(SEARCH_MODES, {
      description: 'The mode that was used: text if hybrid was requested but the embedder is unavailable',
    }),
    partial: t.Boolean({
      description: 'The scope has more text than fits into the index; the newest text was not searched',
    }),
  }),
)

export type VectorFilter = Static<typeof VectorFilter>
const VectorFilter = strict({
  type: t.Optional(iri('Only nodes of this class')),
  where: t.Optional(
    t.Record(t.String(), t.String({ maxLength: 4_096 }), {
      maxProperties: 8,
      description: 'Predicates with the IRI or text that the node must have',
    }),
  ),
})

export type VectorQuery = Static<typeof VectorQuery>
const VectorQuery = named(
  'VectorQuery',
  strict({
    vector: Numbers,
    limit: t.Optional(limit(100, 20)),
    space: t.Optional(Space),
    minScore: t.Optional(t.Number({ minimum: -1, maximum: 1 })),
    filter: t.Optional(VectorFilter),
  }),
)

export type VectorHit = Static<typeof VectorHit>
const VectorHit = named(
  'VectorHit',
  t.Object({
    nodeId: t.String(),
    label: t.String({ description: 'The best label of the node, or its id if it has none' }),
    score: t.Number({ description: 'Cosine, -1 to 1' }),
    statementId: nullable(
      t.String({ description: 'The statement of the vector, or the statement of the label, if any' }),
    ),
  }),
)

export type VectorChange = Static<typeof VectorChange>
const VectorChange = named(
  'VectorChange',
  strict({
    space: Space,
    dimension: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: MOST_DIMENSIONS,
        description: 'The dimension of a new space, which never changes. Default: that of its first vector',
      }),
    ),
    vectors: t.Array(
      strict({
        nodeId: iri('An absolute IRI, or a blank node as _:label'),
        vector: nullable(Numbers),
        statementId: t.Optional(t.String({ maxLength: 64, description: 'A statement of this context' })),
      }),
      { minItems: 1, maxItems: MOST_VECTORS },
    ),
  }),
)

export type VectorSpace = Static<typeof VectorSpace>
const VectorSpace = named(
  'VectorSpace',
  t.Object({
    space: t.String(),
    dimension: t.Integer(),
    stored: t.Integer({ description: 'Vectors set by this call' }),
    deleted: t.Integer(),
    total: t.Integer({ description: 'Vectors in the space after the call' }),
  }),
)

const WIDTH =
  'Covers the context in X-Context-ID, or with the header `X-Graph-Scope: workspace` all contexts of the workspace.'

export const search = {
  find: endpoint('GET /search', {
    summary: 'Search nodes by words or meaning, best first',
    description:
      'Each node is listed once, with its best statement. Words in labels may have typos, and the last word may be incomplete. ' +
      `The modes vector and hybrid rank the 200 nearest nodes. ${WIDTH}`,
    auth: 'bearer',
    query: strict({
      q: t.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
      limit: limit(100, 20),
      cursor: t.Optional(t.String({ maxLength: 8_192, description: 'The `next` of the previous page' })),
      type: t.Optional(iri('Only nodes of this class')),
      predicate: t.Optional(iri('Only text of this predicate')),
      lang: t.Optional(
        // RFC 4647 §2.1, a basic language range.
        formed('a language such as en or en-GB, or *', '^(?:[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\\*)$', {
          maxLength: 100,
          description: 'Only text in this language: en matches en-GB, * matches any language',
        }),
      ),
      mode: t.Optional(oneOf(SEARCH_MODES)),
    }),
    ok: SearchPage,
    errors: ['invalid_cursor', 'graph_out_of_scope', 'unavailable'],
  }),
  byVector: endpoint('POST /search/vector', {
    summary: 'Find the nodes with the nearest vectors',
    description: WIDTH,
    auth: 'bearer',
    body: VectorQuery,
    ok: t.Object({ items: t.Array(VectorHit) }),
    errors: ['vector_space_not_found', 'graph_out_of_scope', 'unavailable'],
  }),
  putVectors: endpoint('PUT /search/vectors', {
    summary: 'Set or delete vectors of nodes, all or none',
    description:
      'Changes a space of the context in X-Context-ID. The first vector creates the space and determines its dimension. ' +
      '`vector: null` deletes.',
    auth: 'bearer',
    role: 'member',
    body: VectorChange,
    ok: VectorSpace,
    maxBytes: 16 * 1024 * 1024,
    errors: ['unknown_reference', 'vector_space_full', 'graph_out_of_scope'],
  }),
}
