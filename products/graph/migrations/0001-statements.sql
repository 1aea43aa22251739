-- Statements and the log of their changes: the authority from which the engines are filled.
create schema if not exists graph;

-- The row of a workspace is locked by every change, so that seq follows the order of the commits without gaps.
create table graph.workspaces (
  tenant_id text not null,
  workspace_id text not null,
  seq bigint not null default 0,
  primary key (tenant_id, workspace_id)
);

create table graph.contexts (
  tenant_id text not null,
  workspace_id text not null,
  -- The name alone: the IRI follows from tenant, workspace and name, so a row cannot lie in another tenant's graph.
  context text collate "C" not null,
  statements bigint not null default 0,
  -- Also moved by a retraction, which leaves no row to tell of it.
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
  -- Null for xsd:string and for texts with a language.
  datatype text,
  language text,
  metadata jsonb not null default '{}',
  assertions integer not null default 1,
  -- The change that brought it.
  seq bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, workspace_id, id),
  check (object_type = 'literal' or (datatype is null and language is null)),
  check (datatype is null or language is null)
);
-- In the order of their arrival rows lie together on disk; in the order of their ids each is a page of its own.
create index statements_in_order on graph.statements (tenant_id, workspace_id, seq, id);
-- Hashes, because a literal can be longer than an index entry may be; queries compare the text too. The tenant does not come
-- first: before tables are analysed the planner would take these to read a workspace in order, which is four times as slow.
create index statements_by_subject on graph.statements (hashtextextended(subject, 0), tenant_id, workspace_id);
create index statements_by_object on graph.statements (hashtextextended(object, 0), tenant_id, workspace_id);
create index statements_by_predicate on graph.statements (context, hashtextextended(predicate, 0), tenant_id, workspace_id);

-- What each change added and removed, as N-Quads lines. A long change has several parts. Swept after a while: an engine
-- that is further behind is filled anew.
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
