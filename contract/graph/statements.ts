// Statements: the facts of a graph, asserted one by one or in batches.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'
import { LONGEST_OBJECT } from './limits.ts'

export const OBJECT_TYPES = ['iri', 'literal', 'bnode'] as const
export const MOST_STATEMENTS = 10_000
export const MOST_METADATA_BYTES = 64 * 1024

const node = (description: string) => t.String({ minLength: 1, maxLength: 4_096, description })
const Metadata = t.Unsafe<Record<string, unknown> & { confidence?: number }>({
  type: 'object',
  properties: { confidence: { type: 'number', minimum: 0, maximum: 1 } },
  additionalProperties: true,
  description:
    'Any JSON object, at most 64 KiB. Asserting the statement again merges metadata; the newest value of a key wins',
})
const ContextId = t.String({
  minLength: 1,
  maxLength: 512,
  description: 'urn:tenant:<tenant>:ws:<workspace>:graph:<name>. Default: the context in X-Context-ID',
})

export type NewStatement = Static<typeof NewStatement>
export const NewStatement = named(
  'NewStatement',
  strict({
    subject: node('An absolute IRI, or a blank node as _:label'),
    predicate: node('An absolute IRI'),
    object: t.String({ maxLength: LONGEST_OBJECT, description: 'An IRI, the text of a literal, or _:label' }),
    objectType: oneOf(OBJECT_TYPES),
    datatype: t.Optional(node('The datatype of a literal. Default: xsd:string')),
    language: t.Optional(
      t.String({ maxLength: 100, description: 'The language of a literal (BCP 47); excludes datatype' }),
    ),
    contextId: t.Optional(ContextId),
    metadata: t.Optional(Metadata),
  }),
)

export type Statement = Static<typeof Statement>
export const Statement = named(
  'Statement',
  t.Object({
    id: t.String({ description: 'urn:graph:stmt:<32 characters>. Equal statements in a context have the same id' }),
    subject: t.String(),
    predicate: t.String(),
    object: t.String(),
    objectType: oneOf(OBJECT_TYPES),
    datatype: nullable(t.String({ description: 'The datatype of a literal without a language. Default: xsd:string' })),
    language: nullable(t.String()),
    contextId: t.String(),
    metadata: t.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    assertions: t.Integer({ description: 'How many times the statement was asserted' }),
    createdAt: DateTime,
    updatedAt: DateTime,
    createdBy: t.String(),
  }),
)

export type StatementProblem = Static<typeof StatementProblem>
export const StatementProblem = named(
  'StatementProblem',
  t.Object({
    index: t.Integer({ description: 'Index in the batch, from 0' }),
    path: t.String(),
    code: oneOf(['invalid_body', 'graph_out_of_scope', 'malformed_json']),
    message: t.String(),
  }),
)

export type BatchResult = Static<typeof BatchResult>
export const BatchResult = named(
  'BatchResult',
  t.Object({
    received: t.Integer(),
    inserted: t.Integer(),
    duplicates: t.Integer({ description: 'Statements that already existed or were repeated in the batch' }),
    rejected: t.Integer(),
    ids: t.Array(nullable(t.String()), { description: 'In the order of the batch; null for rejected statements' }),
    errors: t.Array(StatementProblem),
  }),
)

const Counted = t.Array(t.Object({ iri: t.String(), count: t.Integer() }))
export type StatementStats = Static<typeof StatementStats>
export const StatementStats = named(
  'StatementStats',
  t.Object({
    total: t.Integer(),
    byObjectType: t.Object({ iri: t.Integer(), literal: t.Integer(), bnode: t.Integer() }),
    subjects: t.Integer({ description: 'Distinct subjects' }),
    predicates: Counted,
    classes: Counted,
    contexts: t.Array(t.Object({ contextId: t.String(), count: t.Integer() })),
    lastWriteAt: nullable(DateTime),
    embedding: t.Object(
      {
        model: t.String(),
        labelled: t.Integer({ description: 'Nodes with a label' }),
        embedded: t.Integer({ description: 'Nodes with a vector in the space `labels`' }),
        pending: t.Integer(),
        upToDate: t.Boolean({ description: 'All changes of the workspace are embedded' }),
      },
      { description: 'The progress of search by meaning. Vectors follow writes within about a minute' },
    ),
  }),
)

/** The schema accepts any item, because the handler validates each and reports errors by index. */
const BatchItem = t.Unsafe<unknown>({ anyOf: [NewStatement, {}] })
/** For writes that break an enforced shape, or that cannot be validated now. */
const SHAPE_ERRORS = ['shape_violated', 'pattern_refused', 'query_timeout', 'graph_too_large', 'unavailable'] as const
const WIDTH =
  'Covers the context in X-Context-ID, or with the header `X-Graph-Scope: workspace` all contexts of the workspace.'

export const statements = {
  create: endpoint('POST /statements', {
    summary: 'Assert a statement: 201 if it is new, 200 if it exists',
    description: `Metadata is merged into that of an existing statement. ${WIDTH}`,
    auth: 'bearer',
    role: 'member',
    body: NewStatement,
    ok: Statement,
    status: 201,
    alsoStatus: 200,
    errors: ['graph_out_of_scope', ...SHAPE_ERRORS],
  }),
  createBatch: endpoint('POST /statements/batch', {
    summary: 'Assert up to 10,000 statements, all or none',
    description: `With mode=partial valid statements are stored, and the others are listed by index. ${WIDTH}`,
    auth: 'bearer',
    role: 'member',
    query: strict({ mode: t.Optional(oneOf(['all', 'partial'])) }),
    body: strict({ statements: t.Array(BatchItem, { minItems: 1, maxItems: MOST_STATEMENTS }) }),
    ok: BatchResult,
    lines: 'statements',
    maxBytes: 32 * 1024 * 1024,
    errors: ['graph_out_of_scope', ...SHAPE_ERRORS],
  }),
  stats: endpoint('GET /statements/stats', {
    summary: 'Get statistics of the graph',
    description:
      `${WIDTH} With only=contexts, only the number of statements per context and their total are returned, which is fast for ` +
      'graphs of any size; all other numbers are 0.',
    auth: 'bearer',
    query: strict({ only: t.Optional(oneOf(['contexts'])) }),
    ok: StatementStats,
    errors: ['graph_out_of_scope'],
  }),
  get: endpoint('GET /statements/{id}', {
    summary: 'Get a statement by its 32 characters or full URN',
    description: WIDTH,
    auth: 'bearer',
    ok: Statement,
    errors: ['statement_not_found', 'graph_out_of_scope'],
  }),
  delete: endpoint('DELETE /statements/{id}', {
    summary: 'Retract a statement',
    description: WIDTH,
    auth: 'bearer',
    role: 'member',
    ok: noContent,
    status: 204,
    errors: ['statement_not_found', 'graph_out_of_scope', ...SHAPE_ERRORS],
  }),
}
