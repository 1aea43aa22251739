-- Output of the studio and of cases: classifications, options, scaffolds, pipelines, and bundles that never change.
create table casework.generations (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  kind text not null check (kind in ('classification', 'plan', 'scaffold', 'pipeline', 'bundle')),
  title text not null,
  state text not null check (state in ('running', 'needs_input', 'ready', 'failed')),
  pack jsonb not null,
  target jsonb not null,
  -- One line for people, and the input itself: null if it is stored elsewhere, as for bundles.
  input_summary text not null,
  input_digest text not null,
  input jsonb,
  output jsonb not null,
  steps jsonb,
  -- Events of a running pipeline, in order: a client that reconnects continues from the number it saw last.
  events jsonb not null default '[]',
  -- The worker of a pipeline, and when its claim expires.
  claim text,
  claimed_until timestamptz,
  -- Deleted with its project or case once that can no longer be restored.
  project_id text references casework.projects (id) on delete cascade,
  case_id text references casework.cases (id) on delete cascade,
  starred boolean not null default false,
  created_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  immutable boolean not null default false,
  version integer not null default 1
);
create index generations_by_id on casework.generations (tenant_id, workspace_id, id);
create index generations_of_case on casework.generations (case_id) where case_id is not null;
create index generations_of_project on casework.generations (project_id) where project_id is not null;
create index generations_expiring on casework.generations (expires_at) where expires_at is not null;
