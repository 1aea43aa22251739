// Row types of profile claims. Not to be confused with evidence claims: statements of a vendor on its pages.
import type { ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import type { ColumnType, Generated } from 'kysely'

type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>

interface ProfileClaimsTable {
  id: string
  tenant_id: string
  vendor_id: string
  status: Generated<ProfileClaim['status']>
  method: ProfileClaim['method']
  contact_email: string
  contact_name: string
  contact_role: string
  proof: string
  token_hash: string
  token_hint: string
  token_expires_at: Date
  attempts: Generated<number>
  misses: Generated<number>
  last_checked_at: MomentOrNull
  next_check_at: Date
  last_error: string | null
  verified_at: MomentOrNull
  revoked_at: MomentOrNull
  decided_by: string | null
  decision_reason: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface ProfileClaimTables {
  'provenance.profile_claims': ProfileClaimsTable
}
