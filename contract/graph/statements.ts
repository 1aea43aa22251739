// Statements: what a graph says, one by one or in batches.
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
  description: 'Free, 64 KiB at most; asserting the statement again adds to it, the newest value of a key wins',
})
const ContextId = t.String({
  minLength: 1,
  maxLength: 512,
  description: 'urn:tenant:<tenant>:ws:<workspace>:graph:<name>; the context of X-Context-ID where it is left out',
})

export type NewStatement = Static<typeof NewStatement>
export const NewStatement = named(
  'NewStatement',
  strict({
    subject: node('An absolute IRI, or a blank node as _:label'),
    predicate: node('An absolute IRI'),
    object: t.String({ maxLength: LONGEST_OBJECT, description: 'An IRI, the text of a literal, or _:label' }),
    objectType: oneOf(OBJECT_TYPES),
    datatype: t.Optional(node('Of a literal; xsd:string where nothing is said')),
    language: t.Optional(t.String({ maxLength: 100, description: 'Of a literal, BCP 47; excludes datatype' })),
    contextId: t.Optional(ContextId),
    metadata: t.Optional(Metadata),
  }),
)

export type Statement = Static<typeof Statement>
export const Statement = named(
  'Statement',
  t.Object({
    id: t.String({ description: 'urn:graph:stmt:<32 characters>, the same wherever the same is said in this context' }),
    subject: t.String(),
    predicate: t.String(),
    object: t.String(),
    objectType: oneOf(OBJECT_TYPES),
    datatype: nullable(t.String({ description: 'Of a literal without a language; xsd:string where nothing was said' })),
    language: nullable(t.String()),
    contextId: t.String(),
    metadata: t.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    assertions: t.Integer({ description: 'How many times it was asserted' }),
    createdAt: DateTime,
    updatedAt: DateTime,
    createdBy: t.String(),
  }),
)

export type StatementProblem = Static<typeof StatementProblem>
export const StatementProblem = named(
  'StatementProblem',
  t.Object({
    index: t.Integer({ description: 'Place in the batch, from 0' }),
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
    duplicates: t.Integer({ description: 'Known before, or said twice in this batch' }),
    rejected: t.Integer(),
    ids: t.Array(nullable(t.String()), { description: 'In the order of the batch; null for what was rejected' }),
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
        embedded: t.Integer({ description: 'Those that have a vector in the space `labels`' }),
        pending: t.Integer(),
        upToDate: t.Boolean({ description: 'All changes of the workspace are embedded' }),
      },
      { description: 'How far search by meaning knows what was said; vectors follow within a minute or so' },
    ),
  }),
)

/** The rules of a statement are checked one by one, so that a batch can say which of its statements are wrong. */
const BatchItem = t.Unsafe<unknown>({ anyOf: [NewStatement, {}] })
/** A write that breaks a shape which the context enforces, or that cannot be checked against it now. */
const SHAPE_ERRORS = ['shape_violated', 'pattern_refused', 'query_timeout', 'graph_too_large', 'unavailable'] as const
const WIDTH =
  'Sees the context of X-Context-ID; with the header `X-Graph-Scope: workspace` all contexts of the workspace.'

export const statements = {
  create: endpoint('POST /statements', {
    summary: 'Assert a statement: 201 when it is new, 200 when it was known',
    description: `Metadata is merged into that of a known statement. ${WIDTH}`,
    auth: 'bearer',
    role: 'member',
    body: NewStatement,
    ok: Statement,
    status: 201,
    alsoStatus: 200,
    errors: ['graph_out_of_scope', ...SHAPE_ERRORS],
  }),
  createBatch: endpoint('POST /statements/batch', {
    summary: 'Assert up to 10,000 statements, all or none of them',
    description: `With mode=partial those that are right are stored, the others listed by their index. ${WIDTH}`,
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
    summary: 'How much the graph holds, and of what',
    description:
      `${WIDTH} With only=contexts the statements of each context are told and their total, which takes no longer where ` +
      'there are many; all other numbers are then 0.',
    auth: 'bearer',
    query: strict({ only: t.Optional(oneOf(['contexts'])) }),
    ok: StatementStats,
    errors: ['graph_out_of_scope'],
  }),
  get: endpoint('GET /statements/{id}', {
    summary: 'One statement, by its 32 characters or its whole URN',
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
