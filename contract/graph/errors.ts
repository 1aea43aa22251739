// Errors of the graph; part of contract/errors.ts.
import { type ErrorKind, kind } from '../error-kind.ts'

export const GRAPH_ERRORS = {
  // Shapes
  shape_not_found: kind(404, 'There is no such shape in this context', 'Check the id and X-Context-ID.'),
  turtle_syntax: kind(422, 'The Turtle text cannot be read', 'See `line` and `column`.'),
  shape_invalid: kind(
    422,
    'The text is not well-formed SHACL',
    'See `problems`: each entry names the shape, the word that is wrong, and its place in the text.',
  ),
  shape_unsupported: kind(
    422,
    'The shapes use something beyond SHACL Core',
    'See `component` and `node`; say the same with SHACL Core, since nothing is left out in silence.',
  ),
  shape_violated: kind(
    422,
    'The data would break an enforced shape',
    'See `results`, the report of the validation; nothing was stored.',
  ),
  graph_too_large: kind(
    413,
    'The data is too large to be validated at once',
    'Validate a smaller context, or with shapes that look at fewer properties.',
  ),

  // SPARQL
  query_too_complex: kind(
    400,
    'The text is larger or deeper than we run',
    'See `detail` for the limit; split the text, or load much data with an ingestion.',
  ),
  graph_out_of_scope: kind(
    403,
    'A graph lies outside the scope of this call',
    'Name graphs of your context only, or widen the scope with X-Graph-Scope: workspace.',
  ),
  graph_read_only: kind(
    403,
    'This graph cannot be written to',
    'Write to the context itself; statements about statements follow by themselves.',
  ),
  remote_access_denied: kind(
    403,
    'SPARQL text may not reach other servers',
    'Leave out SERVICE and LOAD; send the data with an ingestion instead.',
  ),

  // Ingestions
  ingestion_not_found: kind(
    404,
    'There is no such ingestion in this context',
    'List the ingestions again; X-Graph-Scope: workspace looks into all contexts of the workspace.',
  ),

  // Catalog
  dataset_not_found: kind(404, 'There is no such dataset in this context', 'List the datasets of the catalog again.'),
  distribution_not_found: kind(
    404,
    'There is no such distribution in this context',
    'Read the dataset: it names its distributions.',
  ),
  distribution_not_hosted: kind(409, 'We do not keep the file of this distribution', 'Follow its downloadURL.'),
  distribution_not_ready: kind(
    409,
    'The file of this distribution is not written yet',
    'Ask again as Retry-After says; where it has failed, `problem` of the distribution says why.',
  ),
  syntax_too_narrow: kind(
    422,
    'The statements cannot be written in this syntax',
    'Choose another one: JSON, N-Quads, Turtle and JSON-LD can say everything.',
  ),

  // Search
  vector_space_not_found: kind(
    404,
    'There is no such vector space',
    'Put vectors into it first; `labels` is always there.',
  ),
  vector_space_full: kind(422, 'The vector space is full', 'Delete vectors, or use another space or context.'),

  // Tutor
  node_not_found: kind(404, 'The graph says nothing about this node', 'Check the node and X-Context-ID.'),

  // Workflow
  snapshot_not_found: kind(404, 'The artifact was never published', 'What it is about is frozen when it is published.'),
  target_gone: kind(409, 'What the artifact is about exists no more', 'Archive the artifact, or make it anew.'),

  // Ontologies
  ontology_not_found: kind(404, 'There is no such ontology in this context', 'List the ontologies again.'),
  too_large_to_analyse: kind(
    422,
    'The ontology is too large to be read',
    'Send it in parts, or nest its blank nodes and lists less deeply.',
  ),

  // Graph
  sparql_syntax: kind(400, 'The SPARQL text is not valid', 'See `line`, `column` and `expected`.'),
  query_timeout: kind(
    408,
    'The query took longer than its limit',
    'Make it more selective; a larger plan allows more time.',
  ),
  too_many_queries: kind(
    429,
    'Too many queries of the tenant run at once',
    'Wait as Retry-After says, or send them one after another; a larger plan allows more at once.',
  ),
  explain_unavailable: kind(400, 'The engine does not tell its plans', 'Leave out `explain`.'),
  result_too_large: kind(413, 'The result is larger than the plan allows', 'Use LIMIT and OFFSET, or ask for less.'),
} as const satisfies Record<string, ErrorKind>
