// Errors of the graph; part of contract/errors.ts.
import { type ErrorKind, kind } from '../error-kind.ts'

export const GRAPH_ERRORS = {
  // Shapes
  shape_not_found: kind(404, 'The shape does not exist in this context', 'Check the id and X-Context-ID.'),
  turtle_syntax: kind(422, 'The Turtle text is not valid', 'See `line` and `column`.'),
  shape_invalid: kind(
    422,
    'The text is not well-formed SHACL',
    'See `problems`: each entry has the shape, the invalid term, and its location in the text.',
  ),
  shape_unsupported: kind(
    422,
    'The shapes use features beyond SHACL Core',
    'See `component` and `node`. Use SHACL Core only; unsupported features are never ignored.',
  ),
  shape_violated: kind(
    422,
    'The data would break an enforced shape',
    'See `results`, the validation report. Nothing was stored.',
  ),
  graph_too_large: kind(
    413,
    'The data is too large for one validation',
    'Validate a smaller context, or use shapes that read fewer properties.',
  ),

  // SPARQL
  query_too_complex: kind(
    400,
    'The text is longer or more deeply nested than allowed',
    'See `detail` for the limit. Split the text, or load large data with an ingestion.',
  ),
  graph_out_of_scope: kind(
    403,
    'A graph is outside the scope of this call',
    'Use only graphs of your context, or widen the scope with X-Graph-Scope: workspace.',
  ),
  graph_read_only: kind(
    403,
    'This graph is read-only',
    'Write to the context itself. Its metadata graph is derived automatically.',
  ),
  remote_access_denied: kind(
    403,
    'SPARQL text cannot access other servers',
    'Remove SERVICE and LOAD. Send the data with an ingestion instead.',
  ),

  // Ingestions
  ingestion_not_found: kind(
    404,
    'The ingestion does not exist in this context',
    'List the ingestions again. Use X-Graph-Scope: workspace to include all contexts of the workspace.',
  ),

  // Catalog
  dataset_not_found: kind(404, 'The dataset does not exist in this context', 'List the datasets of the catalog again.'),
  distribution_not_found: kind(
    404,
    'The distribution does not exist in this context',
    'Get the dataset to see its distributions.',
  ),
  distribution_not_hosted: kind(409, 'The file of this distribution is not hosted here', 'Use its downloadURL.'),
  distribution_not_ready: kind(
    409,
    'The file of this distribution is not ready',
    'Try again after the time in Retry-After. If writing has failed, see `problem` of the distribution.',
  ),
  syntax_too_narrow: kind(
    422,
    'The statements cannot be represented in this syntax',
    'Choose JSON, N-Quads, Turtle or JSON-LD, which can represent everything.',
  ),

  // Search
  vector_space_not_found: kind(
    404,
    'The vector space does not exist',
    'Put vectors into it first. The space `labels` always exists.',
  ),
  vector_space_full: kind(422, 'The vector space is full', 'Delete vectors, or use another space or context.'),

  // Tutor
  node_not_found: kind(404, 'The graph has no statements about this node', 'Check the node and X-Context-ID.'),

  // Workflow
  snapshot_not_found: kind(404, 'The artifact was never published', 'Publish the artifact first.'),
  target_gone: kind(409, 'The target of the artifact no longer exists', 'Archive the artifact, or create a new one.'),

  // Ontologies
  ontology_not_found: kind(404, 'The ontology does not exist in this context', 'List the ontologies again.'),
  too_large_to_analyse: kind(
    422,
    'The ontology is too large to analyze',
    'Send it in parts, or nest its blank nodes and lists less deeply.',
  ),

  // Graph
  sparql_syntax: kind(400, 'The SPARQL text is not valid', 'See `line`, `column` and `expected`.'),
  query_timeout: kind(
    408,
    'The query exceeded its time limit',
    'Make the query more selective, or upgrade to a plan with a higher limit.',
  ),
  too_many_queries: kind(
    429,
    'Too many queries of your tenant are running',
    'Wait for the time in Retry-After, send queries one after another, or upgrade to a plan with a higher limit.',
  ),
  explain_unavailable: kind(400, 'The engine cannot show query plans', 'Remove `explain`.'),
  result_too_large: kind(
    413,
    'The result is larger than your plan allows',
    'Use LIMIT and OFFSET, or request less data.',
  ),
} as const satisfies Record<string, ErrorKind>
