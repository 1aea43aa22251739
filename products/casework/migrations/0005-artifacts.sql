-- Names are found in whatever case people type them, and artifacts by the id that follows from their IRI.
create index facts_by_lower_key on casework.facts (lower(key) text_pattern_ops, type);
create index decisions_by_lower_key on casework.decisions (tenant_id, workspace_id, lower(key)) where revoked_at is null;
-- What stands in the same container, such as the modules of a function group.
create index facts_by_container on casework.facts (container_name, container_type);

-- An id is a hash and cannot be read backwards. One row for each thing that any list has named, whatever the version:
-- far fewer than facts.
create table casework.artifact_ids (
  id text primary key,
  pack_id text not null,
  type text not null,
  key text not null
);
-- The entries whose things have been entered above.
create table casework.artifact_id_entries (
  entry_id text primary key references casework.entries (id) on delete cascade
);
