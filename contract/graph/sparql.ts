// SPARQL 1.1 over HTTP, as ordinary clients speak it.
import type { TProperties } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { content, text } from '../media.ts'
import { named } from '../wire.ts'

/** A parameter that may come once or many times. */
const Many = t.Union([t.String({ maxLength: 2048 }), t.Array(t.String({ maxLength: 2048 }), { maxItems: 100 })])

const dataset = {
  'default-graph-uri': t.Optional(Many),
  'named-graph-uri': t.Optional(Many),
  'union-default-graph': t.Optional(
    t.Boolean({ description: 'The default graph is the union of the graphs in scope' }),
  ),
  explain: t.Optional(t.Boolean({ description: 'The plan instead of results, where the engine gives one' })),
}
const using = { 'using-graph-uri': t.Optional(Many), 'using-named-graph-uri': t.Optional(Many) }

/** Clients of all makes send parameters of their own, such as `format`; they are passed over. */
const open = <P extends TProperties>(properties: P) => t.Object(properties)

const headers = {
  'X-Query-Timeout-Ms': 'Milliseconds after which the work is stopped; it only lowers the limit of the plan',
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

const Result = content([...ROW_TYPES, ...TRIPLE_TYPES], 'Rows or triples, in the type that Accept asks for')
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
    summary: 'Ask a SPARQL 1.1 query',
    auth: 'bearer',
    headers,
    query: open(dataset),
    body: text(['application/sparql-query', 'application/x-www-form-urlencoded'], 'The query, or a form with `query`'),
    maxBytes: 256 * 1024,
    ok: Result,
    errors: queryErrors,
  }),
  queryByAddress: endpoint('GET /sparql', {
    summary: 'Ask a SPARQL 1.1 query in the address',
    auth: 'bearer',
    headers,
    query: open({ query: t.String({ maxLength: 64 * 1024 }), ...dataset }),
    ok: Result,
    errors: queryErrors,
  }),
  update: endpoint('POST /sparql/update', {
    summary: 'Change the graph with a SPARQL 1.1 update: all of it or nothing, durable when answered',
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
