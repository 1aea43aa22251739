// Profile claims: a customer claims its own vendor profile in the directory, and proves ownership.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'

export const CLAIM_STATUSES = ['pending', 'verified', 'rejected', 'expired', 'canceled', 'revoked'] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]
export const CLAIM_METHODS = ['email_domain', 'dns_txt', 'well_known', 'html_meta'] as const
const Status = oneOf(CLAIM_STATUSES)
const Method = oneOf(CLAIM_METHODS)

const Challenge = t.Object({
  kind: oneOf(['email', 'dns_txt', 'file', 'meta_tag']),
  name: t.String({ description: 'The mailbox, the DNS name, the URL of the file, or the name of the meta tag' }),
  value: t.String({ description: 'The value to publish; empty for an email' }),
  instructions: t.String(),
})

const fields = {
  id: t.String(),
  vendor_id: t.String(),
  vendor_slug: t.String(),
  vendor_name: t.String(),
  status: Status,
  method: Method,
  contact_email: t.String(),
  contact_name: t.String(),
  contact_role: t.String(),
  challenge: nullable(Challenge),
  token_hint: t.String({ description: 'The last four characters of the token' }),
  token_expires_at: DateTime,
  attempts: t.Integer({ description: 'Number of times we looked for the proof' }),
  last_checked_at: nullable(DateTime),
  last_error: nullable(t.String()),
  verified_at: nullable(DateTime),
  revoked_at: nullable(DateTime),
  decided_by: nullable(t.String()),
  decision_reason: nullable(t.String()),
  version: t.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
}

export type ProfileClaim = Static<typeof ProfileClaim>
export const ProfileClaim = named('ProfileClaim', t.Object(fields))

export type StartedProfileClaim = Static<typeof StartedProfileClaim>
export const StartedProfileClaim = named(
  'StartedProfileClaim',
  t.Object({
    ...fields,
    token: nullable(t.String({ description: 'Shown only once; null if it was emailed instead' })),
  }),
)

const Line = t.String({ maxLength: 120 })

export type NewProfileClaim = Static<typeof NewProfileClaim>
export const NewProfileClaim = named(
  'NewProfileClaim',
  strict({
    vendor_slug: t.String({ minLength: 1, maxLength: 63 }),
    method: Method,
    contact_email: t.String({ format: 'email', maxLength: 254 }),
    contact_name: t.Optional(Line),
    contact_role: t.Optional(Line),
  }),
)

export const profileClaims = {
  list: endpoint('GET /app/claims', {
    summary: 'List your claims on vendor profiles, newest first',
    auth: 'session',
    query: strict({ ...pageQuery, status: t.Optional(Status) }),
    ok: pageOf(ProfileClaim),
    errors: ['invalid_cursor'],
  }),
  start: endpoint('POST /app/claims', {
    summary: 'Claim the profile of a vendor',
    description:
      'With `email_domain`, we email a token to `contact_email`, which must be at the domain of the vendor. With the other methods, the response says what to publish and contains the token, once. We look for the proof every hour, and immediately when the token is sent to `POST /public/claims/verify`. A claim expires if it is not proved within 7 days.',
    auth: 'session',
    role: 'admin',
    body: NewProfileClaim,
    ok: StartedProfileClaim,
    status: 201,
    versioned: true,
    errors: ['vendor_not_found', 'profile_claim_exists', 'too_many_profile_claims', 'unacceptable'],
  }),
  decide: endpoint('PATCH /app/claims/{id}', {
    summary: 'Cancel a claim or, as an operator, reject or revoke it',
    auth: 'session',
    role: 'admin',
    body: strict({
      status: oneOf(['canceled', 'rejected', 'revoked']),
      decision_reason: t.Optional(t.String({ minLength: 1, maxLength: 1000, pattern: '\\S' })),
    }),
    ok: ProfileClaim,
    versioned: true,
    errors: ['profile_claim_not_found', 'forbidden_transition', 'stale_version', 'role_too_low'],
  }),
  verify: endpoint('POST /public/claims/verify', {
    summary: 'Prove a claim with its token',
    description:
      'For a claim by email, the token is the proof. For the other methods, we check the published proof now.',
    auth: 'public',
    body: strict({ token: t.String({ maxLength: 512 }) }),
    ok: t.Object({ claim: ProfileClaim }),
    errors: [
      'claim_token_malformed',
      'claim_token_unknown',
      'claim_token_used',
      'claim_token_expired',
      'claim_not_proved',
      'profile_claimed',
    ],
  }),
}
