-- Vectors of nodes, from the embedder and from callers: the source of truth for the vector indexes.
create table graph.vector_spaces (
  tenant_id text not null,
  workspace_id text not null,
  context text collate "C" not null,
  -- The name that the caller gave; labels@<model> for vectors of the embedder, so that another model starts a new space.
  space text collate "C" not null,
  dimension integer not null check (dimension between 1 and 4096),
  vectors bigint not null default 0,
  -- Every change locks the row, so that seq follows the commit order.
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
  -- Unit length, 32-bit floats, little endian. Null if it was deleted: the row remains so that the indexes notice.
  vector bytea,
  -- The statement that the vector represents.
  statement_id text collate "C",
  -- Hash of the embedded text; null for vectors of callers.
  text_hash text,
  -- The change of the space that added it.
  seq bigint not null,
  primary key (tenant_id, workspace_id, context, space, node_id)
);
-- Floats do not compress; trying costs more than the rest of the insert.
alter table graph.vectors alter column vector set storage external;
create index vectors_in_order on graph.vectors (tenant_id, workspace_id, context, space, seq, node_id);

-- Embedding progress for the labels of a workspace. While scan_to is set, all statements are read in order of arrival,
-- because the log of changes does not go back far enough.
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
