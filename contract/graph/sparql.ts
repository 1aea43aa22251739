// SPARQL 1.1 over HTTP, compatible with standard clients.
import type { TProperties } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { content, text } from '../media.ts'
import { named } from '../wire.ts'

/** A parameter that may be given once or several times. */
const Many = t.Union([t.String({ maxLength: 2048 }), t.Array(t.String({ maxLength: 2048 }), { maxItems: 100 })])

const dataset = {
  'default-graph-uri': t.Optional(Many),
  'named-graph-uri': t.Optional(Many),
  'union-default-graph': t.Optional(
    t.Boolean({ description: 'The default graph is the union of the graphs in scope' }),
  ),
  explain: t.Optional(t.Boolean({ description: 'Return the plan instead of results, if the engine supports it' })),
}
const using = { 'using-graph-uri': t.Optional(Many), 'using-named-graph-uri': t.Optional(Many) }

/** Ignores unknown parameters, because many clients send extra ones such as `format`. */
const open = <P extends TProperties>(properties: P) => t.Object(properties)

const headers = {
  'X-Query-Timeout-Ms': 'Timeout in milliseconds; it can only lower the limit of the plan',
}

export const ROW_TYPES = [
  'application/sparql-results+json',
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
] as const
export const TRIPLE_TYPES = [
  'text/turtle',
  'application/n-triples',
  'application/ld+json',
  'application/rdf+xml',
] as const

const Result = content([...ROW_TYPES, ...TRIPLE_TYPES], 'Rows or triples, in the type given by Accept')
const queryErrors = [
  'sparql_syntax',
  'query_too_complex',
  'graph_out_of_scope',
  'remote_access_denied',
  'not_acceptable',
  'syntax_too_narrow',
  'query_timeout',
  'result_too_large',
  'too_many_queries',
  'explain_unavailable',
  'malformed_body',
  'unavailable',
] as const

export const UpdateResult = named(
  'SparqlUpdateResult',
  t.Object({ inserted: t.Integer(), deleted: t.Integer(), durationMs: t.Number() }),
)

export const sparql = {
  query: endpoint('POST /sparql', {
    summary: 'Run a SPARQL 1.1 query',
    auth: 'bearer',
    headers,
    query: open(dataset),
    body: text(['application/sparql-query', 'application/x-www-form-urlencoded'], 'The query, or a form with `query`'),
    maxBytes: 256 * 1024,
    ok: Result,
    errors: queryErrors,
  }),
  queryByAddress: endpoint('GET /sparql', {
    summary: 'Run a SPARQL 1.1 query given in the address',
    auth: 'bearer',
    headers,
    query: open({ query: t.String({ maxLength: 64 * 1024 }), ...dataset }),
    ok: Result,
    errors: queryErrors,
  }),
  update: endpoint('POST /sparql/update', {
    summary: 'Run a SPARQL 1.1 update: atomic, and durable once it is answered',
    auth: 'bearer',
    role: 'member',
    headers,
    query: open(using),
    body: text(
      ['application/sparql-update', 'application/x-www-form-urlencoded'],
      'The update, or a form with `update`',
    ),
    maxBytes: 1024 * 1024,
    ok: UpdateResult,
    errors: [
      'sparql_syntax',
      'query_too_complex',
      'graph_out_of_scope',
      'graph_read_only',
      'remote_access_denied',
      'query_timeout',
      'result_too_large',
      'too_many_queries',
      'explain_unavailable',
      'malformed_body',
      'unavailable',
      'shape_violated',
      'pattern_refused',
      'graph_too_large',
    ],
  }),
}
