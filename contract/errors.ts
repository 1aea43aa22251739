// Every error a caller can read, once. The code is stable; docs/errors.md and /docs/errors are generated from here.

interface ErrorKind {
  readonly status: number
  readonly title: string
  /** What the caller can do about it. */
  readonly help: string
}
const kind = (status: number, title: string, help: string): ErrorKind => ({ status, title, help })

export const ERRORS = {
  // The request itself
  malformed_json: kind(400, 'The body is not valid JSON', 'Send one JSON value in UTF-8, without trailing text.'),
  malformed_body: kind(400, 'The body cannot be read', 'Check the content length, the encoding and the content type.'),
  invalid_query: kind(400, 'A query or path parameter does not fit', 'See `errors` for each parameter and its bounds.'),
  invalid_cursor: kind(
    400,
    'The cursor is not one of ours',
    'Start again without `cursor`, or use `next` of the last page unchanged.',
  ),
  missing_header: kind(400, 'A required header is missing', 'Send the header that `detail` names.'),
  bad_request: kind(400, 'The request is not valid HTTP for this service', 'Check host, address and headers.'),
  headers_too_large: kind(
    431,
    'Address and headers are too large',
    'Keep them under 16 KiB; send long texts in a body.',
  ),
  invalid_body: kind(
    422,
    'The body does not fit its schema',
    'See `errors`: each entry names the field and what it must be.',
  ),
  unacceptable: kind(422, 'The values cannot be accepted together', 'See `detail`.'),
  body_too_large: kind(413, 'The body is too large', 'Send less, or in parts.'),
  unsupported_media_type: kind(
    415,
    'The content type is not supported here',
    'Use one of the content types that the API reference names.',
  ),
  not_acceptable: kind(406, 'No representation fits the Accept header', 'Ask for a type that the API reference names.'),
  route_not_found: kind(
    404,
    'There is nothing at this address',
    'Compare the address with the API reference at /docs.',
  ),
  method_not_allowed: kind(
    405,
    'This address does not take that method',
    'Use one of the methods in the Allow header.',
  ),
  request_timeout: kind(408, 'The request took too long to arrive', 'Send it again over a better connection.'),
  rate_limited: kind(429, 'Too many requests', 'Wait as long as Retry-After says; a larger plan allows more.'),
  internal: kind(500, 'Internal error', 'Try again; if it stays, report the request_id.'),
  unavailable: kind(503, 'The service cannot answer right now', 'Try again as Retry-After says.'),
  not_configured: kind(
    503,
    'This part is not configured on this server',
    'Ask the operator to configure it; docs/configuration.md names the variables.',
  ),

  // Who is calling
  unauthenticated: kind(401, 'No valid credentials', 'Send a valid bearer token, or sign in.'),
  invalid_token: kind(401, 'The token is not valid', 'Get a new token from the identity provider.'),
  session_expired: kind(401, 'The session has ended', 'Sign in again.'),
  login_failed: kind(400, 'The sign-in could not be completed', 'Start again at /session/login.'),
  csrf_rejected: kind(
    403,
    'The request does not come from our own pages',
    'Send the header X-CSRF: 1 from the same origin.',
  ),
  tenant_mismatch: kind(
    403,
    'The tenant header is not the tenant of the token',
    'Send the tenant of the token in X-Tenant-ID.',
  ),
  scope_denied: kind(
    403,
    'The token does not cover this',
    'Use a token with the scope or product that `detail` names.',
  ),
  role_too_low: kind(403, 'Your role may not do this', 'Ask an admin of the workspace.'),
  customer_not_resolved: kind(403, 'The calling customer cannot be resolved', 'Sign in as a member of a workspace.'),
  invalid_signature: kind(
    401,
    'The signature does not fit',
    'Sign the exact bytes of the body with the current secret.',
  ),

  // Writing
  idempotency_mismatch: kind(
    422,
    'This Idempotency-Key was used for another request',
    'Use a new key for a new request.',
  ),
  stale_version: kind(
    412,
    'The resource has changed since you read it',
    'Read it again and repeat the change with its new ETag.',
  ),
  forbidden_transition: kind(409, 'The state does not allow this', 'See `from` and `allowed`.'),
  demo_only: kind(404, 'This exists only in demo mode', 'Start the server in demo mode.'),

  // Tenants and people
  tenant_not_found: kind(404, 'There is no such tenant', 'Check the identifier.'),
  member_not_found: kind(404, 'There is no such member', 'Check the identifier.'),
  invitation_not_found: kind(404, 'There is no such open invitation', 'Ask for a new invitation.'),
  invitation_expired: kind(410, 'The invitation has expired', 'Ask for a new invitation.'),
  last_owner: kind(409, 'A workspace keeps at least one owner', 'Make someone else an owner first.'),
  email_taken: kind(409, 'This e-mail address has an account', 'Sign in, or use another address.'),
  password_too_weak: kind(422, 'The password is too easy to guess', 'See `detail` for what it needs.'),
  session_not_found: kind(404, 'There is no such session', 'List the sessions again.'),
  api_key_not_found: kind(404, 'There is no such key', 'List the keys again.'),

  // Blobs
  blob_not_found: kind(404, 'There is no such object', 'Check the address; signed addresses expire.'),
  link_invalid: kind(403, 'The signed address does not fit', 'Ask for a new address and use it unchanged.'),
  link_expired: kind(403, 'The signed address has expired', 'Ask for a new address.'),
  checksum_mismatch: kind(422, 'The bytes do not have the stated checksum', 'Send the file again.'),
  blob_exists: kind(409, 'The object exists already', 'Stored bytes never change; ask for a new address.'),
  range_not_satisfiable: kind(416, 'The range lies outside the object', 'Content-Range says how long the object is.'),

  // Operation
  loopback_only: kind(
    403,
    'This is answered on the machine itself only',
    'Ask from loopback, or send the token that the operator has configured.',
  ),

  // Webhooks
  webhook_not_found: kind(404, 'There is no such webhook', 'List the webhooks again.'),
  address_refused: kind(422, 'We do not send requests to this address', 'Use a public https address.'),
  webhook_disabled: kind(409, 'The webhook is switched off', 'Switch it on again first.'),
  delivery_not_found: kind(404, 'There is no such delivery', 'List the deliveries again.'),
  delivery_in_progress: kind(409, 'The message is being sent right now', 'Wait for the result of this try.'),

  // Trust pages
  page_not_found: kind(404, 'There is no such page', 'Check the slug.'),
  slug_taken: kind(409, 'This slug is in use', 'Choose another slug.'),
  page_not_ready: kind(
    409,
    'The page is not ready to be published',
    'See `checks`: each failing one says how to mend it.',
  ),
  team_plan_required: kind(403, 'Publishing needs the Team plan', 'Upgrade the workspace, or start its trial.'),
  vendor_not_found: kind(404, 'There is no such vendor', 'Check the slug in the directory.'),
  subprocessor_not_found: kind(404, 'This vendor is not on the page', 'List the subprocessors of the page again.'),
  subprocessor_listed: kind(409, 'This vendor is on the page already', 'Remove it first, or leave it as it is.'),

  // Crawls
  source_not_found: kind(404, 'There is no such source', 'See the evidence profile of the vendor for its sources.'),
  ssrf_blocked: kind(
    422,
    'We do not crawl this address',
    'Use an address that everybody can reach, at a host of the vendor.',
  ),

  // Disclosures
  disclosure_not_found: kind(404, 'There is no such disclosure', 'List the disclosures again.'),
  disclosure_locked: kind(
    409,
    'Only the words of a draft can be changed',
    'Have it sent back to draft; once it is published, changing its words begins a new draft.',
  ),
  disclosure_draft_open: kind(
    409,
    'A draft that replaces this disclosure exists already',
    'Change the draft that `draft_id` names.',
  ),
  self_approval: kind(
    403,
    'You may not approve what you wrote',
    'Ask someone else of the workspace with the role reviewer or above; who works alone may approve alone.',
  ),
  unknown_reference: kind(
    422,
    'The body names something that you do not have',
    'See `errors`: each entry names the field and what is unknown.',
  ),

  // Statements
  statement_not_found: kind(
    404,
    'There is no such statement in this context',
    'Check the id and X-Context-ID; X-Graph-Scope: workspace looks into all contexts of the workspace.',
  ),

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
    'Choose another one: N-Quads, Turtle and JSON-LD can say everything.',
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
  artifact_not_found: kind(404, 'There is no such artifact in this context', 'List the artifacts again.'),
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

export type ErrorCode = keyof typeof ERRORS
