-- Packs that a workspace uploaded, and which version and settings it uses of each.
create table casework.packs (
  tenant_id text not null,
  workspace_id text not null,
  pack_id text not null,
  version text not null,
  digest text not null,
  title text not null,
  -- As uploaded, a zip or JSON; parsed again when a process first uses the pack.
  files bytea not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, workspace_id, pack_id, version)
);

-- Versions that shipped with the product: a case that has pinned one still finds it after an upgrade.
create table casework.product_packs (
  pack_id text not null,
  version text not null,
  digest text not null,
  files bytea not null,
  stored_at timestamptz not null,
  primary key (pack_id, version)
);

create table casework.pack_settings (
  tenant_id text not null,
  workspace_id text not null,
  pack_id text not null,
  version text,
  options jsonb not null default '{}',
  updated_by text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, workspace_id, pack_id)
);
