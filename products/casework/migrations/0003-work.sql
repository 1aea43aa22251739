-- Long-running work that users can watch: what was requested, its progress, and its result.
create table casework.work (
  id text primary key,
  -- Null for work that the installation does for everyone.
  tenant_id text,
  workspace_id text,
  kind text not null check (kind in ('extract', 'rebuild', 'render', 'parse')),
  state text not null check (state in ('queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled')),
  -- The worker's input.
  input jsonb not null default '{}',
  done integer not null default 0,
  total integer,
  unit text not null,
  stats jsonb not null default '{}',
  errors jsonb not null default '[]',
  requested_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  -- The last progress report. It stops changing when the worker dies.
  touched_at timestamptz not null,
  finished_at timestamptz
);
create index work_by_scope on casework.work (tenant_id, workspace_id, kind, id);
create index work_open on casework.work (kind, id) where finished_at is null;
