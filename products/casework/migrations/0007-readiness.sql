-- History of readiness and controls: a point for each day on which a measurement changed.
create table casework.readiness_points (
  tenant_id text not null,
  workspace_id text not null,
  project_id text not null references casework.projects (id) on delete cascade,
  pack_id text not null,
  target text not null,
  day date not null,
  -- The run that measured; empty if someone only viewed the page.
  run_id text not null default '',
  at timestamptz not null,
  -- Number of objects by code.
  distribution jsonb not null,
  objects integer not null,
  acceptable integer not null,
  -- Digest of everything that the measurement is based on: the same inputs add no second point.
  digest text not null,
  primary key (tenant_id, workspace_id, project_id, pack_id, target, day, run_id)
);

create table casework.control_points (
  tenant_id text not null,
  workspace_id text not null,
  pack_id text not null,
  -- workspace, project or case, and its id; empty for the workspace.
  scope_kind text not null,
  scope_id text not null,
  control_id text not null,
  day date not null,
  at timestamptz not null,
  value double precision,
  status text not null,
  primary key (tenant_id, workspace_id, pack_id, scope_kind, scope_id, control_id, day)
);
