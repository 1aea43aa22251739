-- Packs that a workspace brought itself, and which version and settings it uses of each.
create table casework.packs (
  tenant_id text not null,
  workspace_id text not null,
  pack_id text not null,
  version text not null,
  digest text not null,
  title text not null,
  -- As they were sent, a zip or JSON; read again where a process meets the pack for the first time.
  files bytea not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, workspace_id, pack_id, version)
);

-- Versions that have come with the product: a case that has pinned one finds it after the product has moved on.
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
