// Maps rows to the types of the contract.
import type { ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import { iso } from '@veritrace/platform/clock'
import { challengeOf } from './rules.ts'
import type { ClaimedProfile } from './store.ts'

/** For the claimant. Shows the value to publish while it must stay published. */
export const viewClaim = (row: ClaimedProfile): ProfileClaim => ({
  ...viewOutside(row),
  challenge: row.status === 'pending' || row.status === 'verified' ? challengeOf(row) : null,
})

/** For a visitor with the token. */
export const viewOutside = (row: ClaimedProfile): ProfileClaim => ({
  id: row.id,
  vendor_id: row.vendor_id,
  vendor_slug: row.vendor_slug,
  vendor_name: row.vendor_name,
  status: row.status,
  method: row.method,
  contact_email: row.contact_email,
  contact_name: row.contact_name,
  contact_role: row.contact_role,
  challenge: null,
  token_hint: row.token_hint,
  token_expires_at: row.token_expires_at.toISOString(),
  attempts: row.attempts,
  last_checked_at: iso(row.last_checked_at),
  last_error: row.last_error,
  verified_at: iso(row.verified_at),
  revoked_at: iso(row.revoked_at),
  decided_by: row.decided_by,
  decision_reason: row.decision_reason,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
