-- Names are found in any case, and artifacts by the id that is derived from their IRI.
create index facts_by_lower_key on casework.facts (lower(key) text_pattern_ops, type);
create index decisions_by_lower_key on casework.decisions (tenant_id, workspace_id, lower(key)) where revoked_at is null;
-- Artifacts in the same container, such as the modules of a function group.
create index facts_by_container on casework.facts (container_name, container_type);

-- An id is a hash and cannot be reversed. One row for each thing that any version of any list has named, so far fewer
-- rows than facts.
create table casework.artifact_ids (
  id text primary key,
  pack_id text not null,
  type text not null,
  key text not null
);
-- The entries whose things are in the table above.
create table casework.artifact_id_entries (
  entry_id text primary key references casework.entries (id) on delete cascade
);
