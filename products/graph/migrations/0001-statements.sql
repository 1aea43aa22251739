-- Statements and the log of their changes: the source of truth from which the engines are filled.
create schema if not exists graph;

-- Every change locks the row of its workspace, so that seq follows the commit order without gaps.
create table graph.workspaces (
  tenant_id text not null,
  workspace_id text not null,
  seq bigint not null default 0,
  primary key (tenant_id, workspace_id)
);

create table graph.contexts (
  tenant_id text not null,
  workspace_id text not null,
  -- Only the name: the IRI is derived from tenant, workspace and name, so a row cannot belong to another tenant's graph.
  context text collate "C" not null,
  statements bigint not null default 0,
  -- Also set by a retraction, which leaves no row behind.
  last_write_at timestamptz not null,
  primary key (tenant_id, workspace_id, context)
);

create table graph.statements (
  tenant_id text not null,
  workspace_id text not null,
  -- 32 base32 characters of the SHA-256 of the canonical N-Quads line.
  id text collate "C" not null,
  context text collate "C" not null,
  -- An IRI, or a blank node as _:label.
  subject text not null,
  predicate text not null,
  object text not null,
  object_type text not null check (object_type in ('iri', 'literal', 'bnode')),
  -- Null for xsd:string and for language-tagged text.
  datatype text,
  language text,
  metadata jsonb not null default '{}',
  assertions integer not null default 1,
  -- The change that added it.
  seq bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, workspace_id, id),
  check (object_type = 'literal' or (datatype is null and language is null)),
  check (datatype is null or language is null)
);
-- In order of arrival, consecutive rows share a disk page; in order of their ids, each row is on a different page.
create index statements_in_order on graph.statements (tenant_id, workspace_id, seq, id);
-- Hashes, because a literal can be longer than an index entry may be; queries also compare the text. The tenant does not come
-- first: before tables are analyzed, the planner would use these to read a workspace in order, which is four times as slow.
create index statements_by_subject on graph.statements (hashtextextended(subject, 0), tenant_id, workspace_id);
create index statements_by_object on graph.statements (hashtextextended(object, 0), tenant_id, workspace_id);
create index statements_by_predicate on graph.statements (context, hashtextextended(predicate, 0), tenant_id, workspace_id);

-- What each change added and removed, as N-Quads lines. A large change has several parts. Old changes are swept: an engine
-- that is further behind is rebuilt.
create table graph.changes (
  tenant_id text not null,
  workspace_id text not null,
  seq bigint not null,
  part integer not null,
  added text[] not null,
  removed text[] not null,
  changed_at timestamptz not null,
  primary key (tenant_id, workspace_id, seq, part)
);
create index changes_by_age on graph.changes (changed_at);
