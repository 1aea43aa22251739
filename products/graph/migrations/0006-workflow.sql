-- The publication workflow of artifacts: their status, the steps they took, and what was published.
create table graph.artifacts (
  tenant_id text not null,
  workspace_id text not null,
  context text collate "C" not null,
  id text collate "C" not null,
  kind text not null check (kind in ('ontology', 'shape', 'dataset', 'document')),
  -- The bare id of one of our resources, or any text for a document. The target may be deleted later.
  target_id text not null,
  title text not null,
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'published', 'rejected', 'deprecated', 'archived')),
  submitted_by text,
  replaced_by text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, workspace_id, id)
);
create index artifacts_in_context on graph.artifacts (tenant_id, workspace_id, context, id);

create table graph.artifact_steps (
  tenant_id text not null,
  workspace_id text not null,
  artifact_id text collate "C" not null,
  -- The artifact version that the step created.
  version integer not null,
  from_status text not null,
  to_status text not null,
  action text not null,
  actor text not null,
  at timestamptz not null,
  comment text,
  primary key (tenant_id, workspace_id, artifact_id, version),
  foreign key (tenant_id, workspace_id, artifact_id) references graph.artifacts (tenant_id, workspace_id, id)
);

-- Text, not jsonb: the digest covers exactly these bytes.
create table graph.artifact_snapshots (
  tenant_id text not null,
  workspace_id text not null,
  artifact_id text collate "C" not null,
  version integer not null,
  content text not null,
  digest text not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, workspace_id, artifact_id),
  foreign key (tenant_id, workspace_id, artifact_id) references graph.artifacts (tenant_id, workspace_id, id)
);
