-- What the studio and the cases have made: classifications, options, scaffolds, pipelines, and bundles that never change.
create table casework.generations (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  kind text not null check (kind in ('classification', 'plan', 'scaffold', 'pipeline', 'bundle')),
  title text not null,
  state text not null check (state in ('running', 'needs_input', 'ready', 'failed')),
  pack jsonb not null,
  target jsonb not null,
  -- One line for people, and what it was made from: null where that is kept elsewhere, as for bundles.
  input_summary text not null,
  input_digest text not null,
  input jsonb,
  output jsonb not null,
  steps jsonb,
  -- What was told while a pipeline ran, in order: whoever comes back reads on from the number it saw last.
  events jsonb not null default '[]',
  -- Who works on a pipeline, and until when it is believed.
  claim text,
  claimed_until timestamptz,
  -- A project or a case that nobody can bring back takes what was made for it along.
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
