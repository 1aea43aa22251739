// Errors of provenance; part of contract/errors.ts.
import { type ErrorKind, kind } from '../error-kind.ts'

export const PROVENANCE_ERRORS = {
  // Trust pages
  page_not_found: kind(404, 'There is no such page', 'Check the slug.'),
  slug_taken: kind(409, 'This slug is in use', 'Choose another slug.'),
  page_not_ready: kind(
    409,
    'The page is not ready to be published',
    'See `checks`: each failing one says how to mend it.',
  ),
  team_plan_required: kind(403, 'Publishing needs the Team plan', 'Upgrade the workspace, or start its trial.'),
  plan_limit_reached: kind(
    409,
    'The plan allows no more of these',
    'See `detail` for the limit; a larger plan allows more.',
  ),
  vendor_not_found: kind(404, 'There is no such vendor', 'Check the slug in the directory.'),
  subprocessor_not_found: kind(404, 'This vendor is not on the page', 'List the subprocessors of the page again.'),
  subprocessor_listed: kind(409, 'This vendor is on the page already', 'Remove it first, or leave it as it is.'),

  model_proposal_not_found: kind(
    404,
    'There is no such proposal',
    'List the proposals again: one goes when its document does.',
  ),

  // Profile claims
  profile_claim_not_found: kind(404, 'There is no such claim', 'List your claims again.'),
  profile_claim_exists: kind(
    409,
    'You claim this profile already',
    'Go on with the claim that there is, or cancel it.',
  ),
  profile_claimed: kind(
    409,
    'Another customer holds this profile',
    'Ask the operator of the platform to decide between the two claims.',
  ),
  too_many_profile_claims: kind(429, 'Too many claims were begun today', 'Wait as long as Retry-After says.'),
  claim_token_malformed: kind(400, 'This is not a token of a claim', 'Send the token as you got it, from vtc_ on.'),
  claim_token_unknown: kind(404, 'There is no claim with this token', 'Check the token, or begin a new claim.'),
  claim_token_used: kind(409, 'The token was used already', 'Nothing more needs to be done.'),
  claim_token_expired: kind(410, 'The claim of this token has ended', 'Begin a new claim.'),
  claim_not_proved: kind(
    409,
    'The proof is not there yet',
    'Publish what the challenge of the claim says, then send the token again.',
  ),

  // Pinned vendors
  pinned_vendor_not_found: kind(404, 'This vendor is not pinned', 'List your pinned vendors again.'),
  vendor_pinned: kind(409, 'This vendor is pinned already', 'Change the pin that there is.'),
  pin_limit_reached: kind(403, 'Your plan has no room for more pinned vendors', 'Unpin one, or take a larger plan.'),

  // Payments
  billing_not_configured: kind(
    503,
    'No payment provider is configured on this server',
    'Ask the operator to configure it; docs/configuration.md names the variables.',
  ),
  payment_provider_failed: kind(502, 'The payment provider did not answer as it should', 'Try again later.'),
  subscription_active: kind(409, 'The plan is paid for already', 'Cancel the subscription first to begin another one.'),
  no_subscription: kind(409, 'There is no running subscription', 'Nothing needs to be cancelled.'),

  // Crawls
  source_not_found: kind(404, 'There is no such source', 'See the evidence profile of the vendor for its sources.'),
  ssrf_blocked: kind(
    422,
    'We do not crawl this address',
    'Use an address that everybody can reach, at a host of the vendor.',
  ),

  // Evidence and its storage
  evidence_not_found: kind(404, 'There is no such evidence', 'List the evidence again.'),
  evidence_removed: kind(
    410,
    'The evidence was removed by policy',
    'See `policy_id` and `deleted_at`; `sha256` says which file it was.',
  ),
  evidence_locked: kind(
    409,
    'Evidence changes before its review only',
    'Have changes requested, or register a new version with `supersedes_id`.',
  ),
  evidence_on_hold: kind(409, 'The evidence is under legal hold', 'Ask an admin to lift the hold first.'),
  evidence_not_uploaded: kind(409, 'The file has not arrived', 'Send it to the address of its upload first.'),
  evidence_not_scanned: kind(409, 'The file has not been scanned yet', 'Ask again in a minute.'),
  evidence_infected: kind(409, 'The virus scanner has found something in the file', 'Upload a clean file instead.'),
  evidence_replacement_open: kind(
    409,
    'Another version is to replace this evidence already',
    'Review that one first; a rejected one makes room.',
  ),
  upload_not_found: kind(404, 'There is no such upload', 'Ask for a new address; uploads are kept for a day.'),
  upload_used: kind(409, 'The upload is registered already', 'Ask for a new address for another file.'),
  policy_not_found: kind(404, 'There is no such retention policy', 'List the policies again.'),
  policy_disabled: kind(409, 'The retention policy is switched off', 'Switch it on, then run it.'),

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
  demo_stays: kind(
    409,
    'The demo’s workspace cannot be deleted',
    'Everyone who opens this demo uses it. To begin again, start the server with an empty data folder (DATA_DIR).',
  ),
  unknown_reference: kind(
    422,
    'The body names something that you do not have',
    'See `errors`: each entry names the field and what is unknown.',
  ),

  // Trust requests and their signatures
  request_not_found: kind(404, 'There is no such request', 'List the requests again.'),
  request_open_already: kind(
    409,
    'An open request asks for this already',
    'Go on with the request that `number` names; once it is closed, another can be made.',
  ),
  stage_not_found: kind(404, 'The request has no such stage', 'Read the request: it names its stages.'),
  stage_not_active: kind(409, 'Only the active stage advances', 'Advance the stage that `active_stage` names.'),
  stage_required: kind(409, 'This stage cannot be skipped', 'Complete it, or reject the request.'),
  nda_unsigned: kind(
    409,
    'The NDA is not signed yet',
    'Draft an NDA for the request and send it; its signature completes the stage.',
  ),
  customer_statement_not_found: kind(404, 'There is no such statement', 'List the statements again.'),
  access_link_not_found: kind(
    404,
    'This link opens nothing',
    'It may have ended, or was taken back. Ask those who sent it.',
  ),
  signing_link_not_found: kind(404, 'There is nothing to sign at this address', 'Ask for a new link.'),
  signing_link_expired: kind(410, 'The link has expired', 'Ask for a new link.'),

  // Statements
  statement_not_found: kind(
    404,
    'There is no such statement in this context',
    'Check the id and X-Context-ID; X-Graph-Scope: workspace looks into all contexts of the workspace.',
  ),
} as const satisfies Record<string, ErrorKind>
