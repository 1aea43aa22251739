// Converts rows to the types of the contract.
import type { PinnedVendor } from '@veritrace/contract/provenance/pins'
import { iso } from '@veritrace/platform/clock'
import { nextReview } from './rules.ts'
import type { ShownPin } from './store.ts'

export const viewPin = (row: ShownPin): PinnedVendor => ({
  vendor_id: row.vendor_id,
  vendor_slug: row.vendor_slug,
  vendor_name: row.vendor_name,
  tier: row.tier,
  status: row.status,
  owner_id: row.owner_id,
  business_purpose: row.business_purpose,
  data_categories: row.data_categories,
  regions: row.regions,
  contract_end_at: iso(row.contract_end_at),
  notice_days: row.notice_days,
  review_interval_days: row.review_interval_days,
  next_review_at: nextReview(row).toISOString(),
  last_reviewed_at: iso(row.last_reviewed_at),
  notes: row.notes,
  tags: row.tags,
  alert_rules: row.alert_rules,
  risk_override: row.risk_override,
  risk_band: row.risk_override ?? row.derived_band,
  read_until: row.read_until.toISOString(),
  unread_changes: row.unread_changes,
  added_at: row.added_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
})
