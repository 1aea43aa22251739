// Ingestions: documents of any size, accepted immediately and processed in the background.
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
    source: nullable(t.String({ description: 'Origin of the document, as given by the caller' })),
    checksum: t.String({ description: 'SHA-256 of the decompressed document, in hex' }),
    bytes: t.Integer(),
    total: nullable(t.Integer({ description: 'Statements in the document; null until the whole document was read' })),
    received: t.Integer({ description: 'Statements processed so far' }),
    inserted: t.Integer(),
    duplicates: t.Integer({ description: 'Statements that already existed or were repeated in the document' }),
    rejected: t.Integer(),
    errors: t.Array(t.Object({ line: nullable(t.Integer()), message: t.String() }), {
      description: `The first ${MOST_INGESTION_ERRORS} errors. The line is null if the syntax has no line numbers`,
    }),
    createdAt: DateTime,
    createdBy: t.String(),
    startedAt: nullable(DateTime),
    completedAt: nullable(DateTime),
    cancelledAt: nullable(DateTime),
  }),
)

const WIDTH =
  'Covers the context in X-Context-ID, or with the header `X-Graph-Scope: workspace` all contexts of the workspace.'

export const ingestions = {
  create: endpoint('POST /ingestions/statements', {
    summary: 'Ingest a document of statements, up to 256 MiB',
    description:
      'Responds as soon as the document is stored; the record shows the progress. A document with a syntax error changes ' +
      'nothing. Statements that cannot be stored are counted as rejected, the others are stored. Graphs in the document ' +
      'must be contexts of the workspace and need `X-Graph-Scope: workspace`. Blank nodes are local to the document. The ' +
      'same document for the same context within a day returns its earlier record (200), unless that ingestion failed or was ' +
      'canceled, or statements were removed from the context since. `Content-Encoding: gzip` is accepted; the size limit ' +
      'applies after decompression. With mode=replace the document replaces everything in the context. Until all of it is ' +
      'stored, readers see the previous contents, and if it fails they stay; then readers see all of the new contents at ' +
      'once. Writes and deletions by others in the meantime are visible immediately and are kept in either case. Such a ' +
      'document cannot name other graphs. Several replacements of one context run in order of arrival.',
    auth: 'bearer',
    role: 'member',
    query: strict({
      source: t.Optional(t.String({ minLength: 1, maxLength: 2048 })),
      mode: t.Optional(oneOf(INGESTION_MODES)),
    }),
    body: bytes(DOCUMENT_TYPES, '`{"statements": […]}`, one JSON statement per line, or RDF'),
    gzip: true,
    maxBytes: LARGEST_DOCUMENT,
    ok: Ingestion,
    status: 202,
    alsoStatus: 200,
    errors: ['graph_out_of_scope', 'malformed_body'],
  }),
  list: endpoint('GET /ingestions', {
    summary: 'List ingestions, newest first',
    description: WIDTH,
    auth: 'bearer',
    query: strict({ ...pageQuery, status: t.Optional(oneOf(INGESTION_STATUSES)) }),
    ok: pageOf(Ingestion),
    errors: ['invalid_cursor', 'graph_out_of_scope'],
  }),
  get: endpoint('GET /ingestions/{id}', {
    summary: 'Get the progress of an ingestion and its rejected statements',
    description: WIDTH,
    auth: 'bearer',
    ok: Ingestion,
    errors: ['ingestion_not_found', 'graph_out_of_scope'],
  }),
  cancel: endpoint('POST /ingestions/{id}/cancel', {
    summary: 'Cancel an ingestion; statements stored so far stay, unless it was replacing the context',
    description: WIDTH,
    auth: 'bearer',
    whileArchived: true,
    role: 'member',
    ok: Ingestion,
    errors: ['ingestion_not_found', 'forbidden_transition', 'graph_out_of_scope'],
  }),
}
