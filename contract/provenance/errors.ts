// Errors of provenance; part of contract/errors.ts.
import { type ErrorKind, kind } from '../error-kind.ts'

export const PROVENANCE_ERRORS = {
  // Trust pages
  page_not_found: kind(404, 'The page does not exist', 'Check the slug.'),
  slug_taken: kind(409, 'This slug is already taken', 'Choose another slug.'),
  page_not_ready: kind(
    409,
    'The page is not ready to be published',
    'See `checks`: each failed check says how to fix it.',
  ),
  team_plan_required: kind(403, 'Publishing requires the Team plan', 'Upgrade the workspace, or start its trial.'),
  plan_limit_reached: kind(
    409,
    'You have reached a limit of your plan',
    'See `detail` for the limit. Larger plans allow more.',
  ),
  vendor_not_found: kind(404, 'The vendor does not exist', 'Check the slug in the directory.'),
  subprocessor_not_found: kind(404, 'This vendor is not on the page', 'List the subprocessors of the page again.'),
  subprocessor_listed: kind(409, 'This vendor is already on the page', 'Remove the existing entry first, or keep it.'),

  model_proposal_not_found: kind(
    404,
    'The proposal does not exist',
    'List the proposals again. A proposal is deleted with its document.',
  ),

  // Profile claims
  profile_claim_not_found: kind(404, 'The claim does not exist', 'List your claims again.'),
  profile_claim_exists: kind(
    409,
    'You have already claimed this profile',
    'Continue with the existing claim, or cancel it.',
  ),
  profile_claimed: kind(
    409,
    'Another customer has claimed this profile',
    'Ask the operator of the platform to decide between the two claims.',
  ),
  too_many_profile_claims: kind(429, 'You started too many claims today', 'Wait for the time in Retry-After.'),
  claim_token_malformed: kind(400, 'This is not a claim token', 'Send the complete token, starting with vtc_.'),
  claim_token_unknown: kind(404, 'No claim has this token', 'Check the token, or start a new claim.'),
  claim_token_used: kind(409, 'The token was already used', 'You do not need to do anything.'),
  claim_token_expired: kind(410, 'The claim of this token has expired', 'Start a new claim.'),
  claim_not_proved: kind(
    409,
    'The proof was not found',
    'Publish the challenge of the claim, then send the token again.',
  ),

  // Pinned vendors
  pinned_vendor_not_found: kind(404, 'This vendor is not pinned', 'List your pinned vendors again.'),
  vendor_pinned: kind(409, 'This vendor is already pinned', 'Change the existing pin.'),
  pin_limit_reached: kind(403, 'Your plan does not allow more pinned vendors', 'Unpin a vendor, or upgrade your plan.'),

  // Payments
  billing_not_configured: kind(
    503,
    'No payment provider is configured on this server',
    'Ask the operator to configure it. The variables are listed in docs/configuration.md.',
  ),
  payment_provider_failed: kind(502, 'The payment provider did not answer as expected', 'Try again later.'),
  subscription_active: kind(
    409,
    'The plan already has a subscription',
    'Cancel the subscription before you start another one.',
  ),
  no_subscription: kind(409, 'There is no active subscription', 'You do not need to cancel anything.'),

  // Crawls
  source_not_found: kind(404, 'The source does not exist', 'See the evidence profile of the vendor for its sources.'),
  ssrf_blocked: kind(422, 'We do not crawl this address', 'Use a public address on a host of the vendor.'),

  // Evidence and its storage
  evidence_not_found: kind(404, 'The evidence does not exist', 'List the evidence again.'),
  evidence_removed: kind(
    410,
    'The evidence was removed by a retention policy',
    'See `policy_id` and `deleted_at`. `sha256` identifies the file.',
  ),
  evidence_locked: kind(
    409,
    'Evidence can be changed only before its review',
    'Ask the reviewer to request changes, or register a new version with `supersedes_id`.',
  ),
  evidence_on_hold: kind(409, 'The evidence is under legal hold', 'Ask an admin to lift the hold first.'),
  evidence_not_uploaded: kind(409, 'The file has not been uploaded', 'Upload it to its upload URL first.'),
  evidence_not_scanned: kind(409, 'The file has not been scanned yet', 'Try again in a minute.'),
  evidence_infected: kind(409, 'The virus scanner found a threat in the file', 'Upload a clean file instead.'),
  evidence_replacement_open: kind(
    409,
    'Another version is already waiting to replace this evidence',
    'Review or reject that version first.',
  ),
  upload_not_found: kind(404, 'The upload does not exist', 'Request a new upload URL. Uploads are stored for a day.'),
  upload_used: kind(409, 'The upload is already registered', 'Request a new upload URL for another file.'),
  policy_not_found: kind(404, 'The retention policy does not exist', 'List the policies again.'),
  policy_disabled: kind(409, 'The retention policy is disabled', 'Enable it, then run it.'),

  // Disclosures
  disclosure_not_found: kind(404, 'The disclosure does not exist', 'List the disclosures again.'),
  disclosure_locked: kind(
    409,
    'Only the text of a draft can be changed',
    'Ask a reviewer to send it back to draft. Changing a published disclosure creates a new draft.',
  ),
  disclosure_draft_open: kind(
    409,
    'A draft that replaces this disclosure already exists',
    'Change the draft named in `draft_id`.',
  ),
  self_approval: kind(
    403,
    'You cannot approve your own work',
    'Ask another reviewer or admin of the workspace. If you are its only member, you can approve it yourself.',
  ),
  demo_stays: kind(
    409,
    'The demo workspace cannot be deleted',
    'Everyone who opens this demo uses it. To start over, start the server with an empty data folder (DATA_DIR).',
  ),
  unknown_reference: kind(
    422,
    'The body refers to something that does not exist',
    'See `errors`: each entry names the field and the unknown value.',
  ),

  // Trust requests and their signatures
  request_not_found: kind(404, 'The request does not exist', 'List the requests again.'),
  request_open_already: kind(
    409,
    'An open request already asks for this',
    'Continue with the request named in `number`. You can create another one after it is closed.',
  ),
  stage_not_found: kind(404, 'The request does not have this stage', 'Read the request to see its stages.'),
  stage_not_active: kind(409, 'Only the active stage can advance', 'Advance the stage named in `active_stage`.'),
  stage_required: kind(409, 'This stage cannot be skipped', 'Complete it, or reject the request.'),
  nda_unsigned: kind(
    409,
    'The NDA is not signed yet',
    'Draft an NDA for the request and send it. Its signature completes the stage.',
  ),
  customer_statement_not_found: kind(404, 'The statement does not exist', 'List the statements again.'),
  access_link_not_found: kind(
    404,
    'This link does not work',
    'It may have expired or been revoked. Ask the sender for a new link.',
  ),
  signing_link_not_found: kind(404, 'There is nothing to sign at this address', 'Ask for a new link.'),
  signing_link_expired: kind(410, 'The link has expired', 'Ask for a new link.'),

  // Statements
  statement_not_found: kind(
    404,
    'The statement does not exist in this context',
    'Check the id and X-Context-ID. X-Graph-Scope: workspace searches all contexts of the workspace.',
  ),
} as const satisfies Record<string, ErrorKind>
