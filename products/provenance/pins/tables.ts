// Row types of pinned vendors.
import type { AlertRule, PinnedVendor } from '@veritrace/contract/provenance/pins'
import type { ColumnType, Generated } from 'kysely'

type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>

interface PinnedVendorsTable {
  id: string
  tenant_id: string
  vendor_id: string
  tier: PinnedVendor['tier']
  status: PinnedVendor['status']
  owner_id: string | null
  business_purpose: string | null
  data_categories: Generated<string[]>
  regions: Generated<string[]>
  contract_end_at: MomentOrNull
  notice_days: number | null
  review_interval_days: number
  last_reviewed_at: MomentOrNull
  notes: Generated<string>
  tags: Generated<string[]>
  alert_rules: ColumnType<AlertRule[], string | undefined, string>
  risk_override: PinnedVendor['risk_override']
  read_until: Date
  alerted_until: Date
  version: Generated<number>
  added_at: Date
  updated_at: Date
}

export interface PinTables {
  'provenance.pinned_vendors': PinnedVendorsTable
}
