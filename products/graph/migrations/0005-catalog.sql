-- The catalog of a context: datasets, and the distributions in which they are available.
create table graph.datasets (
  tenant_id text not null,
  workspace_id text not null,
  -- The context whose catalog it is in.
  context text collate "C" not null,
  id text collate "C" not null,
  title text not null,
  description text not null default '',
  keywords text[] not null default '{}',
  themes text[] not null default '{}',
  publisher text,
  contact_point jsonb,
  license text,
  access_rights text,
  -- As given: a date or a timestamp. Null means the times of this row.
  issued text,
  modified text,
  temporal jsonb,
  spatial text,
  conforms_to text[] not null default '{}',
  -- The context that contains its statements; may be another one of the workspace.
  data_context text collate "C",
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, workspace_id, id)
);
create index datasets_in_context on graph.datasets (tenant_id, workspace_id, context, id);

create table graph.distributions (
  tenant_id text not null,
  workspace_id text not null,
  id text collate "C" not null,
  dataset_id text collate "C" not null,
  title text not null default '',
  access_url text,
  download_url text,
  media_type text,
  format text,
  byte_size bigint,
  checksum jsonb,
  license text,
  issued text,
  -- The file that we store; null for external files, and while it is being written.
  blob_key text,
  -- The context that the file was written from; null for external files.
  source_context text collate "C",
  status text not null default 'ready' check (status in ('ready', 'preparing', 'failed')),
  problem text,
  statement_count bigint,
  seq bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, workspace_id, id),
  foreign key (tenant_id, workspace_id, dataset_id) references graph.datasets (tenant_id, workspace_id, id)
    on delete cascade
);
create index distributions_by_dataset on graph.distributions (tenant_id, workspace_id, dataset_id, id);
