// Ingestions: documents of any size, taken at once and read afterwards.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { bytes } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'
import { MOST_INGESTION_ERRORS } from './limits.ts'

export const INGESTION_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'partially_succeeded'] as const
export type IngestionStatus = (typeof INGESTION_STATUSES)[number]
export const INGESTION_MODES = ['add', 'replace'] as const
export const LARGEST_DOCUMENT = 256 * 1024 * 1024

export const DOCUMENT_TYPES = [
  'application/json',
  'application/x-ndjson',
  'text/turtle',
  'application/n-triples',
  'application/n-quads',
  'application/trig',
  'application/ld+json',
  'application/rdf+xml',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export type Ingestion = Static<typeof Ingestion>
export const Ingestion = named(
  'Ingestion',
  t.Object({
    id: t.String(),
    status: oneOf(INGESTION_STATUSES, {
      description: 'partially_succeeded: some statements were rejected, the others are stored',
    }),
    contextId: t.String(),
    contentType: t.String(),
    mode: oneOf(INGESTION_MODES),
    source: nullable(t.String({ description: 'Where the document comes from, as the caller has said' })),
    checksum: t.String({ description: 'SHA-256 of the document, in hex; after decompression' }),
    bytes: t.Integer(),
    total: nullable(t.Integer({ description: 'Statements in the document; null until it was read to its end' })),
    received: t.Integer({ description: 'Statements that were handled so far' }),
    inserted: t.Integer(),
    duplicates: t.Integer({ description: 'Known before, or said twice' }),
    rejected: t.Integer(),
    errors: t.Array(t.Object({ line: nullable(t.Integer()), message: t.String() }), {
      description: `The first ${MOST_INGESTION_ERRORS}; the line is null where the syntax has none to tell`,
    }),
    createdAt: DateTime,
    createdBy: t.String(),
    startedAt: nullable(DateTime),
    completedAt: nullable(DateTime),
    cancelledAt: nullable(DateTime),
  }),
)

const WIDTH =
  'Sees those of the context in X-Context-ID; with the header `X-Graph-Scope: workspace` of all contexts of the workspace.'

export const ingestions = {
  create: endpoint('POST /ingestions/statements', {
    summary: 'Ingest a document of statements, up to 256 MiB',
    description:
      'Answers as soon as the document is stored; the record tells how far it has been read. A document with a syntax error ' +
      'changes nothing. Statements that cannot be stored are counted as rejected, the others go in. Graphs that the document ' +
      'names must be contexts of the workspace and need `X-Graph-Scope: workspace`. Blank nodes are those of this document ' +
      'alone. The same document for the same context within a day is answered with its earlier record (200), unless that ' +
      'has failed or was cancelled, or something was taken out of the context since. `Content-Encoding: gzip` is taken; the limit counts the bytes after decompression. With ' +
      'mode=replace the context holds what the document says, and nothing that was there before: until all of it is stored, ' +
      'and also where it fails, whoever reads the context is answered from what it held before; then from the new, at once. ' +
      'What others write or delete meanwhile is read at once, and stays whatever becomes of the document. Such a document can ' +
      'name no other graph; several for one context are read in the order of their arrival.',
    auth: 'bearer',
    role: 'member',
    query: strict({
      source: t.Optional(t.String({ minLength: 1, maxLength: 2048 })),
      mode: t.Optional(oneOf(INGESTION_MODES)),
    }),
    body: bytes(DOCUMENT_TYPES, '`{"statements": […]}`, statements line by line, or RDF'),
    gzip: true,
    maxBytes: LARGEST_DOCUMENT,
    ok: Ingestion,
    status: 202,
    alsoStatus: 200,
    errors: ['graph_out_of_scope', 'malformed_body'],
  }),
  list: endpoint('GET /ingestions', {
    summary: 'Ingestions, the newest first',
    description: WIDTH,
    auth: 'bearer',
    query: strict({ ...pageQuery, status: t.Optional(oneOf(INGESTION_STATUSES)) }),
    ok: pageOf(Ingestion),
    errors: ['invalid_cursor', 'graph_out_of_scope'],
  }),
  get: endpoint('GET /ingestions/{id}', {
    summary: 'How far an ingestion is, and what it could not take',
    description: WIDTH,
    auth: 'bearer',
    ok: Ingestion,
    errors: ['ingestion_not_found', 'graph_out_of_scope'],
  }),
  cancel: endpoint('POST /ingestions/{id}/cancel', {
    summary: 'Stop an ingestion; what it has stored so far stays, unless it was to replace the context',
    description: WIDTH,
    auth: 'bearer',
    whileArchived: true,
    role: 'member',
    ok: Ingestion,
    errors: ['ingestion_not_found', 'forbidden_transition', 'graph_out_of_scope'],
  }),
}
