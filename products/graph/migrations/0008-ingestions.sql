-- Ingestions: accepted documents and their progress.
create table graph.ingestions (
  tenant_id text not null,
  workspace_id text not null,
  context text collate "C" not null,
  id text collate "C" not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'partially_succeeded')),
  content_type text not null,
  -- context or workspace: which graphs the document may name.
  width text not null,
  source text,
  -- SHA-256 in hex.
  checksum text collate "C" not null,
  bytes bigint not null,
  total integer,
  -- Updated in the transaction that writes the chunk: after a crash, work resumes at the first missing chunk.
  chunks integer not null default 0,
  received integer not null default 0,
  inserted integer not null default 0,
  duplicates integer not null default 0,
  rejected integer not null default 0,
  errors jsonb not null default '[]',
  -- The actor on whose behalf the statements are written.
  actor jsonb not null,
  customer_id text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  -- The last sign of progress.
  touched_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant_id, id)
);
create index ingestions_by_workspace on graph.ingestions (tenant_id, workspace_id, id);
create index ingestions_by_checksum on graph.ingestions (tenant_id, workspace_id, checksum);
