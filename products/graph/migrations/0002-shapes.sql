-- Shapes that describe the data of a context, and may be enforced on every change to it.
create table graph.shapes (
  tenant_id text not null,
  workspace_id text not null,
  -- Without `urn:graph:shape:`.
  id text collate "C" not null,
  context text collate "C" not null,
  name text not null,
  turtle text not null,
  target_classes text[] not null,
  -- Predicates that affect the result, so that a change to other predicates needs no validation; null means any predicate.
  predicates text[],
  enforced boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, workspace_id, context, id)
);
-- Read by every change, unless the workspace is known to have no enforced shapes.
create index shapes_enforced on graph.shapes (tenant_id, workspace_id, context) where enforced;
