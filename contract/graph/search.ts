// Search: by words, by meaning, and by vectors that the caller brings.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { limit, named, nullable, oneOf, strict } from '../wire.ts'

export const SEARCH_MODES = ['text', 'vector', 'hybrid'] as const
export const MOST_DIMENSIONS = 4_096
export const MOST_VECTORS = 5_000
/** The space that the server fills itself. */
export const LABELS_SPACE = 'labels'

const iri = (description: string) => t.String({ minLength: 1, maxLength: 4_096, description })
const Space = formed('of lower-case letters, digits, - and _, 63 at most', '^[a-z0-9][a-z0-9_-]{0,62}$', {
  description: 'Lower-case letters, digits, - and _, 63 at most; `labels` is the one that the server fills itself',
})
const Numbers = t.Array(t.Number(), { minItems: 1, maxItems: MOST_DIMENSIONS })

export type SearchResult = Static<typeof SearchResult>
export const SearchResult = named(
  'SearchResult',
  t.Object({
    nodeId: t.String({ description: 'An IRI, or a blank node as _:label' }),
    label: t.String({ description: 'The best label of the node; its id where it has none' }),
    types: t.Array(t.String()),
    predicate: t.String({ description: 'Of the statement that was found' }),
    snippet: t.String({
      description: 'HTML: a part of the found text, escaped, with the found words between <mark> and </mark>',
    }),
    score: t.Number({
      description:
        'Mode text: BM25, over all words of q. Mode vector: cosine. Mode hybrid: reciprocal rank fusion of both',
    }),
    statementId: t.String(),
  }),
)

export const SearchPage = named(
  'SearchPage',
  t.Object({
    items: t.Array(SearchResult),
    next: t.String({ description: 'Cursor of the next page, empty at the end' }),
    mode: oneOf(SEARCH_MODES, {
      description: 'How it was searched: text where hybrid was asked for and the embedder does not answer',
    }),
    partial: t.Boolean({ description: 'The scope holds more text than one index; the newest part was not searched' }),
  }),
)

export type VectorFilter = Static<typeof VectorFilter>
const VectorFilter = strict({
  type: t.Optional(iri('Only nodes of this class')),
  where: t.Optional(
    t.Record(t.String(), t.String({ maxLength: 4_096 }), {
      maxProperties: 8,
      description: 'Predicates, and the IRI or text that the node must have there',
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
    label: t.String({ description: 'The best label of the node; its id where it has none' }),
    score: t.Number({ description: 'Cosine, -1 to 1' }),
    statementId: nullable(
      t.String({ description: 'The statement that the vector came with, else that of the label, if any' }),
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
        description: 'Of a new space that of its first vector where nothing is said; it never changes',
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
    stored: t.Integer({ description: 'Vectors that this call has set' }),
    deleted: t.Integer(),
    total: t.Integer({ description: 'Vectors that the space holds now' }),
  }),
)

const WIDTH =
  'Sees the context of X-Context-ID; with the header `X-Graph-Scope: workspace` all contexts of the workspace.'

export const search = {
  find: endpoint('GET /search', {
    summary: 'Nodes that fit some words, the best first',
    description:
      'Each node comes once, with its best statement. Words in labels may have a typo, the last word may be unfinished. ' +
      `Modes vector and hybrid rank the 200 nearest nodes. ${WIDTH}`,
    auth: 'bearer',
    query: strict({
      q: t.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
      limit: limit(100, 20),
      cursor: t.Optional(t.String({ maxLength: 8_192, description: 'The `next` of the page before' })),
      type: t.Optional(iri('Only nodes of this class')),
      predicate: t.Optional(iri('Only text of this predicate')),
      lang: t.Optional(
        // RFC 4647 §2.1, a basic language range.
        formed('a language such as en or en-GB, or *', '^(?:[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\\*)$', {
          maxLength: 100,
          description: 'Only text in this language: en finds en-GB, * what has a language',
        }),
      ),
      mode: t.Optional(oneOf(SEARCH_MODES)),
    }),
    ok: SearchPage,
    errors: ['invalid_cursor', 'graph_out_of_scope', 'unavailable'],
  }),
  byVector: endpoint('POST /search/vector', {
    summary: 'The nodes whose vectors are nearest to a vector',
    description: WIDTH,
    auth: 'bearer',
    body: VectorQuery,
    ok: t.Object({ items: t.Array(VectorHit) }),
    errors: ['vector_space_not_found', 'graph_out_of_scope', 'unavailable'],
  }),
  putVectors: endpoint('PUT /search/vectors', {
    summary: 'Set or delete vectors of nodes, all of them or none',
    description:
      'In a space of the context of X-Context-ID, which begins with its first vector and keeps its dimension. ' +
      '`vector: null` deletes.',
    auth: 'bearer',
    role: 'member',
    body: VectorChange,
    ok: VectorSpace,
    maxBytes: 16 * 1024 * 1024,
    errors: ['unknown_reference', 'vector_space_full', 'graph_out_of_scope'],
  }),
}
