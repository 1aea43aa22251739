-- A file named in a published snapshot of a dataset can be read as long as the snapshot, even if the catalog changes.

-- Files of distributions that were removed from the catalog after they were published. Their address stays the same.
create table graph.kept_files (
  tenant_id text not null,
  workspace_id text not null,
  -- The context whose catalog contained the distribution.
  context text collate "C" not null,
  distribution_id text collate "C" not null,
  title text not null,
  media_type text not null,
  format text,
  blob_key text not null,
  source_context text collate "C" not null,
  primary key (tenant_id, workspace_id, distribution_id)
);

create index artifacts_by_target on graph.artifacts (tenant_id, workspace_id, target_id);
