// Pinned vendors: vendors that a customer depends on, with the customer's notes and alert rules.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'
import { ChangeEvent, EVENT_TYPES, SEVERITIES } from './change-events.ts'

export const TIERS = ['critical', 'high', 'standard', 'low'] as const
export const PIN_STATUSES = ['evaluating', 'approved', 'restricted', 'rejected', 'offboarding'] as const
export const RISK_BANDS = ['low', 'moderate', 'elevated', 'high'] as const
const Tier = oneOf(TIERS)
const Status = oneOf(PIN_STATUSES)
const Band = oneOf(RISK_BANDS)
const Label = t.String({ minLength: 1, maxLength: 80, pattern: '\\S' })
const Labels = t.Array(Label, { uniqueItems: true, maxItems: 50 })

export type AlertRule = Static<typeof AlertRule>
export const AlertRule = named(
  'AlertRule',
  strict({
    name: Label,
    event_types: t.Array(oneOf(EVENT_TYPES), {
      uniqueItems: true,
      maxItems: 50,
      default: [],
      description: 'Empty: all types',
    }),
    min_severity: oneOf(SEVERITIES, { default: 'info' }),
    words: t.Array(Label, {
      uniqueItems: true,
      maxItems: 20,
      default: [],
      description: 'At least one of them occurs in the change. Empty: any change',
    }),
    enabled: t.Boolean({ default: true }),
  }),
)
const AlertRules = t.Array(AlertRule, { maxItems: 20, description: 'Names must be unique' })

/** Unread changes are counted up to this number, because counting all of them would be slow. */
export const MAX_UNREAD = 100

export type PinnedVendor = Static<typeof PinnedVendor>
export const PinnedVendor = named(
  'PinnedVendor',
  t.Object({
    vendor_id: t.String(),
    vendor_slug: t.String(),
    vendor_name: t.String(),
    tier: Tier,
    status: Status,
    owner_id: nullable(t.String()),
    business_purpose: nullable(t.String()),
    data_categories: t.Array(t.String()),
    regions: t.Array(t.String()),
    contract_end_at: nullable(DateTime),
    notice_days: nullable(t.Integer()),
    review_interval_days: t.Integer(),
    next_review_at: DateTime,
    last_reviewed_at: nullable(DateTime),
    notes: t.String(),
    tags: t.Array(t.String()),
    alert_rules: t.Array(AlertRule),
    risk_override: nullable(Band),
    risk_band: nullable(t.String({ description: 'The override, or the rating in the directory' })),
    read_until: DateTime,
    unread_changes: t.Integer({
      minimum: 0,
      maximum: MAX_UNREAD,
      description: `Changes of the vendor since read_until; ${MAX_UNREAD} means ${MAX_UNREAD} or more`,
    }),
    added_at: DateTime,
    updated_at: DateTime,
    version: t.Integer(),
  }),
)

const fields = {
  tier: t.Optional(Tier),
  status: t.Optional(Status),
  owner_id: t.Optional(nullable(t.String({ minLength: 1, maxLength: 64 }))),
  business_purpose: t.Optional(nullable(t.String({ minLength: 1, maxLength: 500 }))),
  data_categories: t.Optional(Labels),
  regions: t.Optional(Labels),
  contract_end_at: t.Optional(nullable(DateTime)),
  notice_days: t.Optional(nullable(t.Integer({ minimum: 0, maximum: 1000 }))),
  review_interval_days: t.Optional(t.Integer({ minimum: 1, maximum: 3650 })),
  last_reviewed_at: t.Optional(nullable(DateTime)),
  notes: t.Optional(t.String({ maxLength: 5000 })),
  tags: t.Optional(Labels),
  alert_rules: t.Optional(AlertRules),
  risk_override: t.Optional(nullable(Band)),
}

export type NewPin = Static<typeof NewPin>
export const NewPin = named(
  'NewPinnedVendor',
  strict({
    vendor_id: t.String({ minLength: 1, maxLength: 64, description: 'The id or slug of the vendor' }),
    ...fields,
  }),
)

export type PinPatch = Static<typeof PinPatch>
export const PinPatch = named(
  'PinnedVendorPatch',
  strict(
    {
      ...fields,
      read_until: t.Optional({
        ...DateTime,
        description: 'Marks changes up to this time as read; a future time means now',
      }),
    },
    { minProperties: 1 },
  ),
)

export type Backtest = Static<typeof Backtest>
export const Backtest = named(
  'AlertBacktest',
  t.Object({
    vendor_id: t.String(),
    since: DateTime,
    until: DateTime,
    examined: t.Integer({ description: 'Number of changes examined' }),
    truncated: t.Boolean({ description: 'True if only the newest changes were examined' }),
    results: t.Array(
      t.Object({
        rule: t.String(),
        fired: t.Integer(),
        events: t.Array(ChangeEvent, { description: 'The newest 50 changes that match the rule' }),
      }),
    ),
  }),
)

export const pins = {
  list: endpoint('GET /app/vendors', {
    summary: 'List your pinned vendors, newest first',
    auth: 'session',
    query: strict({ ...pageQuery, tier: t.Optional(Tier), status: t.Optional(Status) }),
    ok: pageOf(PinnedVendor),
    errors: ['invalid_cursor'],
  }),
  pin: endpoint('POST /app/vendors', {
    summary: 'Pin a vendor in the directory',
    auth: 'session',
    role: 'member',
    body: NewPin,
    ok: PinnedVendor,
    status: 201,
    versioned: true,
    errors: ['vendor_not_found', 'vendor_pinned', 'pin_limit_reached', 'unknown_reference', 'unacceptable'],
  }),
  update: endpoint('PATCH /app/vendors/{vendor_id}', {
    summary: 'Change a pinned vendor',
    auth: 'session',
    role: 'member',
    body: PinPatch,
    ok: PinnedVendor,
    versioned: true,
    errors: ['pinned_vendor_not_found', 'unknown_reference', 'unacceptable', 'stale_version'],
  }),
  unpin: endpoint('DELETE /app/vendors/{vendor_id}', {
    summary: 'Unpin a vendor',
    auth: 'session',
    role: 'member',
    ok: noContent,
    status: 204,
    versioned: true,
    errors: ['pinned_vendor_not_found', 'stale_version'],
  }),
  backtest: endpoint('POST /app/vendors/{vendor_id}/alert-rules/backtest', {
    summary: 'Show which changes in the last 12 months alert rules would have reported',
    description: 'Without a body or `rules`, tests the saved rules of the pinned vendor.',
    auth: 'session',
    body: strict({ rules: t.Optional(AlertRules) }),
    bodyOptional: true,
    ok: Backtest,
    errors: ['pinned_vendor_not_found', 'unacceptable'],
  }),
}
