-- A customer's relation to vendors: the profile that it claims as its own, the vendors that it has pinned, and a search
-- that tolerates typos.
create extension if not exists pg_trgm;

create table provenance.profile_claims (
  id text primary key,
  tenant_id text not null,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  status text not null default 'pending'
    check (status in ('pending', 'verified', 'rejected', 'expired', 'canceled', 'revoked')),
  method text not null check (method in ('email_domain', 'dns_txt', 'well_known', 'html_meta')),
  contact_email text not null,
  contact_name text not null default '',
  contact_role text not null default '',
  -- Published as proof. Derived from the token; the token cannot be derived from it.
  proof text not null,
  token_hash text not null,
  token_hint text not null,
  token_expires_at timestamptz not null,
  attempts integer not null default 0,
  -- Consecutive checks in which the previously found proof was missing.
  misses integer not null default 0,
  last_checked_at timestamptz,
  next_check_at timestamptz not null,
  last_error text,
  verified_at timestamptz,
  revoked_at timestamptz,
  decided_by text,
  decision_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index profile_claims_of_tenant on provenance.profile_claims (tenant_id, id desc);
create unique index profile_claims_by_token on provenance.profile_claims (token_hash);
create index profile_claims_pending on provenance.profile_claims (vendor_id) where status = 'pending';
create index profile_claims_due on provenance.profile_claims (next_check_at) where status in ('pending', 'verified');
-- Several customers may claim a profile, but only one can hold it.
create unique index profile_claims_one_verified on provenance.profile_claims (vendor_id) where status = 'verified';
create unique index profile_claims_one_pending on provenance.profile_claims (tenant_id, vendor_id, method)
  where status = 'pending';

create table provenance.pinned_vendors (
  id text primary key,
  tenant_id text not null,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  tier text not null check (tier in ('critical', 'high', 'standard', 'low')),
  status text not null check (status in ('evaluating', 'approved', 'restricted', 'rejected', 'offboarding')),
  owner_id text,
  business_purpose text,
  data_categories text[] not null default '{}',
  regions text[] not null default '{}',
  contract_end_at timestamptz,
  notice_days integer,
  review_interval_days integer not null,
  last_reviewed_at timestamptz,
  notes text not null default '',
  tags text[] not null default '{}',
  alert_rules jsonb not null default '[]',
  risk_override text check (risk_override in ('low', 'moderate', 'elevated', 'high')),
  -- Changes until read_until were read; changes until alerted_until were checked against the alert rules.
  read_until timestamptz not null,
  alerted_until timestamptz not null,
  version integer not null default 1,
  added_at timestamptz not null,
  updated_at timestamptz not null,
  constraint pinned_vendors_unique unique (tenant_id, vendor_id)
);
create index pinned_vendors_of_tenant on provenance.pinned_vendors (tenant_id, id desc);
create index pinned_vendors_by_vendor on provenance.pinned_vendors (vendor_id);
create index pinned_vendors_alerting on provenance.pinned_vendors (id) where alert_rules <> '[]';

-- The most similar names first, for misspelled searches: the index returns rows in that order.
create index vendors_by_likeness on provenance.vendors using gist (sort_name gist_trgm_ops);
