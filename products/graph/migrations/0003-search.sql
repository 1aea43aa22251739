-- Vectors of nodes, from the embedder and from callers: the authority behind the indexes that answer vector searches.
create table graph.vector_spaces (
  tenant_id text not null,
  workspace_id text not null,
  context text collate "C" not null,
  -- As the caller named it; labels@<model> for what the embedder made, so that another model begins anew.
  space text collate "C" not null,
  dimension integer not null check (dimension between 1 and 4096),
  vectors bigint not null default 0,
  -- The row is locked by every change, so that seq follows the order of the commits.
  seq bigint not null default 0,
  primary key (tenant_id, workspace_id, context, space)
);

create table graph.vectors (
  tenant_id text not null,
  workspace_id text not null,
  context text collate "C" not null,
  space text collate "C" not null,
  -- 32 base32 characters of the SHA-256 of the node: an IRI can be longer than an index entry may be.
  node_id text collate "C" not null,
  node text not null,
  -- Unit length, 32-bit floats, little endian. Null where it was deleted: the indexes must learn of it.
  vector bytea,
  -- The statement that the vector stands for.
  statement_id text collate "C",
  -- Of the text that was embedded; null for vectors of callers.
  text_hash text,
  -- The change of the space that brought it.
  seq bigint not null,
  primary key (tenant_id, workspace_id, context, space, node_id)
);
-- Floats do not compress; trying costs more than the rest of the insert.
alter table graph.vectors alter column vector set storage external;
create index vectors_in_order on graph.vectors (tenant_id, workspace_id, context, space, seq, node_id);

-- How far the labels of a workspace are embedded. While scan_to is set, all statements are read in the order of their
-- arrival, because the log of changes does not reach back far enough.
create table graph.embedding_progress (
  tenant_id text not null,
  workspace_id text not null,
  model text not null,
  seq bigint not null default 0,
  scan_to bigint,
  scan_seq bigint not null default 0,
  scan_id text collate "C" not null default '',
  primary key (tenant_id, workspace_id, model)
);
