-- Cases: one question each, decided with evidence; their runs, the recommendations of those, and a record of who did what.
create table casework.case_numbers (
  tenant_id text not null,
  workspace_id text not null,
  prefix text not null,
  -- The newest number. Locking this row serializes new cases.
  newest integer not null,
  primary key (tenant_id, workspace_id, prefix)
);

create table casework.cases (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  customer_id text not null,
  key text not null,
  -- Cases are deleted with their project once it can no longer be restored.
  project_id text references casework.projects (id) on delete cascade,
  pack_id text not null,
  pack_version text not null,
  pack_digest text not null,
  type_id text not null,
  title text not null,
  question_md text not null default '',
  status text not null check (status in ('open', 'investigating', 'awaiting_decision', 'ready_to_close', 'planned',
    'in_delivery', 'verified', 'closed')),
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  owner jsonb not null,
  participants jsonb not null default '[]',
  artifact_ids text[] not null default '{}',
  selector jsonb,
  resolved_count integer not null,
  -- Digest of artifact_ids and selector: a run that is based on another digest is stale.
  scope_digest text not null,
  target text not null,
  evidence_ids text[] not null default '{}',
  tags text[] not null default '{}',
  due_at timestamptz,
  -- The last measurement of the scope.
  rollup jsonb not null,
  -- The run that started last, and the last one that finished with results.
  latest_run_id text,
  finished_run_id text,
  current_plan_id text,
  duplicated_from text,
  origin jsonb,
  closed jsonb,
  -- Numbers of the newest event and audit entry, and the hash that the next audit entry is chained to.
  event_seq integer not null default 0,
  audit_seq integer not null default 0,
  audit_head text not null,
  version integer not null default 1,
  created_by jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index cases_key on casework.cases (tenant_id, workspace_id, key);
create index cases_by_id on casework.cases (tenant_id, workspace_id, id) where deleted_at is null;
create index cases_by_update on casework.cases (tenant_id, workspace_id, updated_at, id) where deleted_at is null;
create index cases_by_project on casework.cases (project_id) where deleted_at is null;
create index cases_open on casework.cases (pack_id) where deleted_at is null and status <> 'closed';

create table casework.case_events (
  case_id text not null references casework.cases (id) on delete cascade,
  seq integer not null,
  id text not null unique,
  tenant_id text not null,
  workspace_id text not null,
  type text not null,
  actor jsonb not null,
  at timestamptz not null,
  subject jsonb not null,
  message text not null,
  data jsonb not null default '{}',
  primary key (case_id, seq)
);

-- Append-only. Each entry's hash covers the entry and the hash of the one before it.
create table casework.case_audit (
  case_id text not null references casework.cases (id) on delete cascade,
  seq integer not null,
  id text not null unique,
  tenant_id text not null,
  workspace_id text not null,
  at timestamptz not null,
  actor jsonb not null,
  action text not null,
  subject jsonb not null,
  before_digest text,
  after_digest text,
  reason text,
  request_id text not null,
  prev_hash text not null,
  hash text not null,
  primary key (case_id, seq)
);

create table casework.case_runs (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  case_id text not null references casework.cases (id) on delete cascade,
  n integer not null,
  kind text not null check (kind in ('investigate', 'verify', 'reevaluate')),
  state text not null check (state in ('queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled')),
  target text not null,
  steps jsonb not null,
  -- Other options of the request: note, force, the plan that a verification is about.
  options jsonb not null default '{}',
  inputs jsonb,
  outputs jsonb,
  diff jsonb,
  verification jsonb,
  unchanged boolean not null default false,
  triggered_by jsonb not null,
  -- What the results are based on, so that a single statement can find the stale runs.
  scope_digest text not null,
  estate_revision integer,
  pack_revision text,
  catalog_entries text[] not null default '{}',
  -- Lists that the target reads, as LIKE patterns.
  list_patterns text[] not null default '{}',
  error jsonb,
  queued_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  unique (case_id, n)
);
create unique index case_runs_one_at_a_time on casework.case_runs (case_id) where state in ('queued', 'running');
create index case_runs_under_way on casework.case_runs (queued_at) where state in ('queued', 'running');

-- Results of each step: an interrupted run continues after the last step that has a row.
create table casework.case_run_results (
  run_id text not null references casework.case_runs (id) on delete cascade,
  step text not null,
  tenant_id text not null,
  workspace_id text not null,
  body jsonb not null,
  primary key (run_id, step)
);

create table casework.recommendations (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  case_id text not null references casework.cases (id) on delete cascade,
  -- The newest run that recommended it.
  run_id text not null,
  -- Derived from the subject, so that a decision carries over from run to run.
  key text not null,
  action_id text not null,
  priority integer not null,
  body jsonb not null,
  status text not null check (status in ('proposed', 'accepted', 'rejected', 'deferred', 'superseded', 'done')),
  decision jsonb,
  defer_until timestamptz,
  plan_item_ids text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (case_id, key)
);
create index recommendations_by_rank on casework.recommendations (tenant_id, workspace_id, case_id, priority, id);
create index recommendations_deferred on casework.recommendations (defer_until) where status = 'deferred';

create table casework.case_evidence (
  case_id text not null references casework.cases (id) on delete cascade,
  id text not null,
  tenant_id text not null,
  workspace_id text not null,
  -- Null for people's decisions: a run only replaces what runs have found.
  run_id text,
  kind text not null check (kind in ('upload', 'document', 'catalog_record', 'finding', 'usage', 'decision')),
  relation text not null check (relation in ('supports', 'refutes', 'mentions', 'background')),
  strength text not null check (strength in ('strong', 'medium', 'weak')),
  title text not null,
  claim text not null,
  artifact_ids text[] not null default '{}',
  -- Its source, which determines whether it is stale.
  entry_id text,
  evidence_id text,
  document_id text,
  decision_id text,
  citation jsonb not null,
  snippet jsonb not null,
  added_by jsonb not null,
  at timestamptz not null,
  primary key (case_id, id)
);
create index case_evidence_by_id on casework.case_evidence (tenant_id, workspace_id, case_id, id);

create table casework.feedback (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  -- Null for feedback on an answer outside of a case.
  case_id text references casework.cases (id) on delete cascade,
  subject jsonb not null,
  rating integer,
  tags text[] not null default '{}',
  comment text not null default '',
  author jsonb not null,
  effect jsonb not null,
  at timestamptz not null
);
create index feedback_by_case on casework.feedback (tenant_id, workspace_id, case_id, id);

create table casework.estimates (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  case_id text not null references casework.cases (id) on delete cascade,
  plan_id text,
  body jsonb not null,
  inputs_digest text not null,
  created_by jsonb not null,
  created_at timestamptz not null
);
create index estimates_by_case on casework.estimates (tenant_id, workspace_id, case_id, id);
