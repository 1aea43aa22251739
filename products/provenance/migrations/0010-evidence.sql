-- The file of a piece of evidence: its location, scan and review status, and retention.
alter table provenance.evidence
  add column description text not null default '',
  add column kind text not null default 'other',
  add column tags text[] not null default '{}',
  add column size_bytes bigint,
  add column sha256 text,
  add column filename text,
  -- Internal; never shown.
  add column storage_key text unique,
  add column storage_tier text not null default 'hot' check (storage_tier in ('hot', 'cold', 'restoring')),
  add column upload_status text not null default 'awaiting_upload'
    check (upload_status in ('awaiting_upload', 'uploaded', 'failed')),
  add column scan_status text not null default 'pending'
    check (scan_status in ('pending', 'clean', 'infected', 'skipped')),
  add column scan_detail text,
  add column reviewer_id text,
  add column reviewed_at timestamptz,
  add column review_reason text,
  add column version integer not null default 1,
  add column supersedes_id text,
  -- The first in a chain of superseded evidence; null for the first itself.
  add column lineage_id text,
  add column issued_at timestamptz,
  add column valid_from timestamptz,
  add column renewal_due_at timestamptz,
  add column issuer text not null default '',
  add column scope text not null default '',
  add column period_start timestamptz,
  add column period_end timestamptz,
  add column source text not null default 'upload' check (source in ('upload', 'link', 'crawl')),
  add column legal_hold boolean not null default false,
  add column retention_policy_id text,
  add column purge_after timestamptz,
  add column uploaded_by text,
  add column collection_procedure text not null default '',
  add column expired_at timestamptz,
  add column superseded_at timestamptz,
  add column last_accessed_at timestamptz,
  add column restore_requested_at timestamptz,
  add column restored_at timestamptz,
  add column anonymised_at timestamptz,
  add check (upload_status <> 'uploaded' or (storage_key is not null and size_bytes is not null and sha256 is not null));
-- A piece of evidence has at most one open replacement.
create unique index evidence_one_next on provenance.evidence (supersedes_id)
  where review_status in ('pending', 'in_review', 'changes_requested', 'approved');
create index evidence_to_expire on provenance.evidence (valid_until) where review_status = 'approved';

-- Upload URLs that were issued, until the file is registered or the row is purged.
create table provenance.evidence_uploads (
  token text primary key,
  tenant_id text not null,
  storage_key text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  used_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index evidence_uploads_of_tenant on provenance.evidence_uploads (tenant_id);
create index evidence_uploads_old on provenance.evidence_uploads (created_at);

-- Stored objects without references. Written in the transaction that drops the reference, so that no object is left over.
create table provenance.evidence_leftovers (
  storage_key text primary key,
  tenant_id text not null,
  created_at timestamptz not null default now()
);

-- Tombstones of evidence that a policy deleted: a reader who follows a citation sees why it is gone.
create table provenance.evidence_tombstones (
  id text primary key,
  tenant_id text not null,
  sha256 text,
  policy_id text not null,
  deleted_at timestamptz not null
);
create index evidence_tombstones_of_tenant on provenance.evidence_tombstones (tenant_id);

create table provenance.retention_policies (
  id text primary key,
  tenant_id text not null,
  name text not null,
  enabled boolean not null default true,
  kinds text[] not null default '{}',
  review_status text[] not null default '{}',
  tags text[] not null default '{}',
  min_size_bytes bigint,
  action text not null check (action in ('tier_to_cold', 'delete', 'anonymise')),
  after_days integer not null,
  basis text not null
    check (basis in ('created_at', 'reviewed_at', 'expired_at', 'superseded_at', 'last_accessed_at')),
  keep_last_versions integer not null default 0,
  priority integer not null default 100,
  dry_run boolean not null default true,
  last_run_id text,
  matched_count integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index retention_policies_of_tenant on provenance.retention_policies (tenant_id, id desc);

create table provenance.cleanup_runs (
  id text primary key,
  tenant_id text not null,
  policy_id text not null,
  trigger text not null check (trigger in ('schedule', 'manual', 'api')),
  dry_run boolean not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'partial', 'failed', 'canceled')),
  started_at timestamptz,
  finished_at timestamptz,
  scanned integer not null default 0,
  matched integer not null default 0,
  tiered integer not null default 0,
  deleted integer not null default 0,
  anonymised integer not null default 0,
  skipped_hold integer not null default 0,
  skipped_error integer not null default 0,
  bytes_tiered bigint not null default 0,
  bytes_deleted bigint not null default 0,
  errors jsonb not null default '[]',
  actor text not null,
  created_at timestamptz not null default now()
);
create index cleanup_runs_of_tenant on provenance.cleanup_runs (tenant_id, id desc);
