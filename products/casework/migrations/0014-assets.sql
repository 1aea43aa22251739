-- Files generated from a project, with their sources.
create table casework.assets (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  project_id text,
  kind text not null check (kind in ('report', 'report_pdf', 'evidence_export', 'migration_plan', 'hand_over')),
  format text not null,
  title text not null,
  filename text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  -- The key of the stored bytes, or the text itself if it was written in a transaction.
  blob_key text,
  text text,
  params jsonb not null,
  source jsonb not null,
  created_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  check ((blob_key is null) <> (text is null))
);
create index assets_by_project on casework.assets (tenant_id, workspace_id, project_id, id);
