-- How objects are called and built, and which element of a view exposes which field of a table, according to archives and
-- packs. The studio generates code from it. Rows are deleted with their file.
create table casework.signatures (
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null,
  evidence_id text not null references casework.evidence (id) on delete cascade,
  kind text not null check (kind in ('FUNC', 'CLAS', 'INTF', 'TABL')),
  name text not null,
  -- JSON as text: sources may hold characters that jsonb rejects, and no query looks inside.
  content text not null,
  primary key (evidence_id, kind, name)
);
create index signatures_by_name on casework.signatures (tenant_id, workspace_id, name, kind);

create table casework.field_mappings (
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null,
  evidence_id text not null references casework.evidence (id) on delete cascade,
  place integer not null,
  table_name text not null,
  entity text not null,
  content text not null,
  primary key (evidence_id, place)
);
create index field_mappings_by_table on casework.field_mappings (tenant_id, workspace_id, table_name);
