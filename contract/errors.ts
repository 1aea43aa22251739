// Every error a caller can read, once. The code is stable; docs/errors.md and /docs/errors are generated from here.
import { CASEWORK_ERRORS } from './casework/errors.ts'
import { type ErrorKind, kind } from './error-kind.ts'
import { GRAPH_ERRORS } from './graph/errors.ts'
import { PROVENANCE_ERRORS } from './provenance/errors.ts'

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
    'Keep the headers under 16 KiB and the address under 192 KiB; send long texts in a body.',
  ),
  invalid_body: kind(
    422,
    'The body does not fit its schema',
    'See `errors`: each entry names the field and what it must be.',
  ),
  pattern_refused: kind(
    422,
    'A regular expression could take too long',
    'Write it without looking ahead or behind and without referring back to a group, or make it smaller.',
  ),
  unacceptable: kind(422, 'The values cannot be accepted together', 'See `detail`.'),
  body_too_large: kind(413, 'The body is too large', 'Send less, or in parts.'),
  expectation_failed: kind(417, 'The expectation cannot be met', 'Send `Expect: 100-continue`, or no Expect header.'),
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
  storage_full: kind(
    503,
    'There is no room to save this',
    'Nothing was saved. Try again as Retry-After says; reading goes on, and the operator has to make room.',
  ),
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
  people_only: kind(
    403,
    'Only a person can do this',
    'Sign in. Keys, personal tokens and clients owned by members cannot invite or change members.',
  ),
  membership_ended: kind(
    403,
    'You were removed from this workspace',
    'Ask an admin of the workspace for a new invitation.',
  ),
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
  precondition_required: kind(
    428,
    'With Prefer: strict a change names the version it is made to',
    'Read the resource and send its ETag as If-Match.',
  ),
  forbidden_transition: kind(409, 'The state does not allow this', 'See `from` and `allowed`.'),
  demo_only: kind(404, 'This exists only in demo mode', 'Start the server in demo mode.'),

  // Tenants and people
  tenant_not_found: kind(404, 'There is no such tenant', 'Check the identifier.'),
  member_not_found: kind(404, 'There is no such member', 'Check the identifier.'),
  workspace_not_found: kind(
    404,
    'There is no such workspace',
    'Check X-Workspace-ID: `nearest` names the workspaces with similar names. GET /workspaces lists them all.',
  ),
  workspace_archived: kind(409, 'The workspace is archived', 'Restore it, or make the change in another workspace.'),
  workspace_exists: kind(
    409,
    'A workspace with this id already exists',
    'Use it, or choose another id. If it is archived, restore it.',
  ),
  workspace_is_own: kind(409, 'The default workspace cannot be archived', 'Archive another workspace.'),
  invitation_not_found: kind(404, 'There is no such open invitation', 'Ask for a new invitation.'),
  invitation_expired: kind(410, 'The invitation has expired', 'Ask for a new invitation.'),
  cannot_take_over: kind(422, 'This member cannot take it over', 'Choose a member whose role is high enough.'),
  last_owner: kind(409, 'A workspace keeps at least one owner', 'Make someone else an owner first.'),
  company_signed_up: kind(
    409,
    'This company has signed up already',
    'Ask someone there for an invitation, or sign up under another company name.',
  ),
  email_taken: kind(409, 'This e-mail address has an account', 'Sign in, or use another address.'),
  password_too_weak: kind(422, 'The password is too easy to guess', 'See `detail` for what it needs.'),
  session_not_found: kind(404, 'There is no such session', 'List the sessions again.'),
  api_key_not_found: kind(404, 'There is no such key', 'List the keys again.'),
  iam_path_not_found: kind(
    404,
    'This is nothing we ask the identity provider',
    'Use one of the paths that the API reference names.',
  ),
  iam_failed: kind(502, 'The identity provider did not answer as it should', 'Try again later.'),

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

  // What several products answer; a code stands in one place, because a second one would take its words.
  artifact_not_found: kind(
    404,
    'There is no such artifact that you can read',
    'List the artifacts again, or look for it there by its name.',
  ),

  ...PROVENANCE_ERRORS,
  ...GRAPH_ERRORS,
  ...CASEWORK_ERRORS,
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS
