-- Quick plans: every call adds a version under a key, and versions never change.
create table casework.plan_keys (
  tenant_id text not null,
  workspace_id text not null,
  plan_key text not null,
  -- The newest version number. Locking this row serializes new versions.
  versions integer not null,
  primary key (tenant_id, workspace_id, plan_key)
);

create table casework.plan_versions (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  plan_key text not null,
  version integer not null,
  title text not null,
  pack_id text not null,
  project_id text,
  target jsonb not null,
  totals jsonb not null,
  -- Inputs of the plan, grouped by what can make two versions differ.
  inputs jsonb not null,
  inputs_digest text not null,
  created_by jsonb not null,
  created_at timestamptz not null,
  unique (tenant_id, workspace_id, plan_key, version)
);
create index plan_versions_newest on casework.plan_versions (tenant_id, workspace_id, id);

-- A separate table, so that lists do not read megabytes.
create table casework.plan_bodies (
  version_id text primary key references casework.plan_versions (id) on delete cascade,
  tenant_id text not null,
  workspace_id text not null,
  body jsonb not null
);
