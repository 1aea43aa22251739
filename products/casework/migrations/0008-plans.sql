-- Quick plans: every call adds a version under a key, and no version ever changes.
create table casework.plan_keys (
  tenant_id text not null,
  workspace_id text not null,
  plan_key text not null,
  -- The number of the newest version; the row is the lock under which the next one gets its number.
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
  -- What it was made from, by what can cause a difference to another version.
  inputs jsonb not null,
  inputs_digest text not null,
  created_by jsonb not null,
  created_at timestamptz not null,
  unique (tenant_id, workspace_id, plan_key, version)
);
create index plan_versions_newest on casework.plan_versions (tenant_id, workspace_id, id);

-- Apart, so that lists do not read megabytes.
create table casework.plan_bodies (
  version_id text primary key references casework.plan_versions (id) on delete cascade,
  tenant_id text not null,
  workspace_id text not null,
  body jsonb not null
);
