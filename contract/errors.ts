// Every error that a caller can receive. Codes are stable. docs/errors.md and /docs/errors are generated from this file.
import { CASEWORK_ERRORS } from './casework/errors.ts'
import { type ErrorKind, kind } from './error-kind.ts'
import { GRAPH_ERRORS } from './graph/errors.ts'
import { PROVENANCE_ERRORS } from './provenance/errors.ts'

export const ERRORS = {
  // The request itself
  malformed_json: kind(400, 'The body is not valid JSON', 'Send one JSON value in UTF-8, without trailing text.'),
  malformed_body: kind(400, 'The body cannot be read', 'Check Content-Length, Content-Encoding and Content-Type.'),
  invalid_query: kind(400, 'A query or path parameter is not valid', 'See `errors` for each parameter and its limits.'),
  invalid_cursor: kind(
    400,
    'The cursor is not valid',
    'Start again without `cursor`, or send `next` of the previous page unchanged.',
  ),
  missing_header: kind(400, 'A required header is missing', 'Send the header named in `detail`.'),
  bad_request: kind(400, 'This service cannot process the request', 'Check the host, the URL and the headers.'),
  headers_too_large: kind(
    431,
    'The URL and headers are too large',
    'Limit the headers to 16 KiB and the URL to 192 KiB. Send long texts in the body.',
  ),
  invalid_body: kind(
    422,
    'The body does not match its schema',
    'See `errors`: each entry names a field and what it must be.',
  ),
  pattern_refused: kind(
    422,
    'A regular expression could take too long',
    'Remove lookaheads, lookbehinds and backreferences, or shorten it.',
  ),
  unacceptable: kind(422, 'These values cannot be accepted', 'See `detail`.'),
  body_too_large: kind(413, 'The body is too large', 'Send less, or split it into several requests.'),
  expectation_failed: kind(417, 'The expectation cannot be met', 'Send `Expect: 100-continue`, or no Expect header.'),
  unsupported_media_type: kind(
    415,
    'This content type is not supported here',
    'Use a content type listed in the API reference.',
  ),
  not_acceptable: kind(
    406,
    'No response format matches the Accept header',
    'Request a format listed in the API reference.',
  ),
  route_not_found: kind(404, 'Nothing exists at this address', 'Compare the URL with the API reference at /docs.'),
  method_not_allowed: kind(
    405,
    'This address does not support the method',
    'Use one of the methods in the Allow header.',
  ),
  request_timeout: kind(408, 'The request took too long to arrive', 'Send it again over a faster connection.'),
  rate_limited: kind(429, 'You sent too many requests', 'Wait for the time in Retry-After, or upgrade your plan.'),
  internal: kind(500, 'Internal error', 'Try again. If the error persists, report the request_id.'),
  unavailable: kind(503, 'The service is temporarily unavailable', 'Try again after the time in Retry-After.'),
  storage_full: kind(
    503,
    'Storage is full',
    'Nothing was saved. Try again after the time in Retry-After. Reading still works; the operator must free space.',
  ),
  not_configured: kind(
    503,
    'This feature is not configured on this server',
    'Ask the operator to configure it. The variables are listed in docs/configuration.md.',
  ),

  // Authentication and permissions
  unauthenticated: kind(401, 'The request has no valid credentials', 'Send a valid bearer token, or sign in.'),
  invalid_token: kind(401, 'The token is not valid', 'Get a new token from the identity provider.'),
  session_expired: kind(401, 'The session has ended', 'Sign in again.'),
  login_failed: kind(400, 'The sign-in could not be completed', 'Start again at /session/login.'),
  csrf_rejected: kind(
    403,
    'The request did not come from our own pages',
    'Send the header X-CSRF: 1 from the same origin.',
  ),
  tenant_mismatch: kind(
    403,
    'The tenant header does not match the token',
    'Set X-Tenant-ID to the tenant of the token.',
  ),
  scope_denied: kind(403, 'The token does not allow this', 'Use a token with the scope or product named in `detail`.'),
  role_too_low: kind(403, 'Your role does not allow this', 'Ask an admin of the workspace.'),
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
  customer_not_resolved: kind(403, 'The caller does not belong to a customer', 'Sign in as a member of a workspace.'),
  invalid_signature: kind(
    401,
    'The signature is not valid',
    'Sign the exact bytes of the body with the current secret.',
  ),

  // Writing
  idempotency_mismatch: kind(
    422,
    'This Idempotency-Key was used for a different request',
    'Use a new key for a new request.',
  ),
  stale_version: kind(
    412,
    'The resource has changed since you read it',
    'Read it again and repeat the change with the new ETag.',
  ),
  precondition_required: kind(
    428,
    'Prefer: strict requires the version you are changing',
    'Read the resource and send its ETag as If-Match.',
  ),
  forbidden_transition: kind(409, 'The current state does not allow this', 'See `from` and `allowed`.'),
  demo_only: kind(404, 'This exists only in demo mode', 'Start the server in demo mode.'),

  // Tenants and people
  tenant_not_found: kind(404, 'The tenant does not exist', 'Check the identifier.'),
  member_not_found: kind(404, 'The member does not exist', 'Check the identifier.'),
  workspace_not_found: kind(
    404,
    'The workspace does not exist',
    'Check X-Workspace-ID: `nearest` lists workspaces with similar names. GET /workspaces lists all of them.',
  ),
  workspace_archived: kind(409, 'The workspace is archived', 'Restore it, or make the change in another workspace.'),
  workspace_exists: kind(
    409,
    'A workspace with this id already exists',
    'Use it, or choose another id. If it is archived, restore it.',
  ),
  workspace_is_own: kind(409, 'The default workspace cannot be archived', 'Archive another workspace.'),
  invitation_not_found: kind(404, 'The open invitation does not exist', 'Ask for a new invitation.'),
  invitation_expired: kind(410, 'The invitation has expired', 'Ask for a new invitation.'),
  cannot_take_over: kind(
    422,
    'This member’s role is too low to become the owner',
    'Choose a member with a higher role.',
  ),
  last_owner: kind(409, 'A workspace needs at least one owner', 'Make someone else an owner first.'),
  company_signed_up: kind(
    409,
    'This company has already signed up',
    'Ask someone there for an invitation, or sign up under another company name.',
  ),
  email_taken: kind(409, 'An account with this email address already exists', 'Sign in, or use another address.'),
  password_too_weak: kind(422, 'The password is too easy to guess', 'See `detail` for the requirements.'),
  session_not_found: kind(404, 'The session does not exist', 'List the sessions again.'),
  api_key_not_found: kind(404, 'The API key does not exist', 'List the keys again.'),
  iam_path_not_found: kind(404, 'The identity provider path is not allowed', 'Use a path listed in the API reference.'),
  iam_failed: kind(502, 'The identity provider did not answer as expected', 'Try again later.'),

  // Blobs
  blob_not_found: kind(404, 'The object does not exist', 'Check the URL. Signed URLs expire.'),
  link_invalid: kind(403, 'The signed URL is not valid', 'Request a new URL and use it unchanged.'),
  link_expired: kind(403, 'The signed URL has expired', 'Request a new URL.'),
  checksum_mismatch: kind(422, 'The bytes do not match the checksum', 'Send the file again.'),
  blob_exists: kind(409, 'The object already exists', 'Stored objects cannot be changed. Request a new upload URL.'),
  range_not_satisfiable: kind(
    416,
    'The range lies outside the object',
    'See Content-Range for the size of the object.',
  ),

  // Operation
  loopback_only: kind(
    403,
    'This is available only on the machine itself',
    'Send the request over loopback, or with the token configured by the operator.',
  ),

  // Webhooks
  webhook_not_found: kind(404, 'The webhook does not exist', 'List the webhooks again.'),
  address_refused: kind(422, 'We do not send requests to this address', 'Use a public https URL.'),
  webhook_disabled: kind(409, 'The webhook is disabled', 'Enable it first.'),
  delivery_not_found: kind(404, 'The delivery does not exist', 'List the deliveries again.'),
  delivery_in_progress: kind(409, 'The message is being sent right now', 'Wait for the result of this attempt.'),

  // Shared by several products. Each code is defined once, because a second definition would overwrite the first.
  artifact_not_found: kind(
    404,
    'The artifact does not exist or you cannot read it',
    'List the artifacts again, and look for it by name.',
  ),

  ...PROVENANCE_ERRORS,
  ...GRAPH_ERRORS,
  ...CASEWORK_ERRORS,
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS
