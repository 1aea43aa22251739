-- Plans of cases under review: their content never changes, only their state. Also deliveries of approved work and webhooks.
create table casework.case_plans (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  case_id text not null references casework.cases (id) on delete cascade,
  -- Within the case; assigned under the lock of the case.
  number integer not null,
  title text not null,
  state text not null check (state in ('draft', 'in_review', 'changes_requested', 'approved', 'in_delivery', 'on_hold',
    'delivered', 'verified', 'rejected', 'withdrawn', 'superseded')),
  -- The state that a plan on hold returns to.
  held_from text,
  target jsonb not null,
  totals jsonb not null,
  inputs jsonb not null,
  inputs_digest text not null,
  -- The run that the plan is based on, and a digest of its results: a later run with other results makes the plan stale.
  run_id text,
  run_digest text,
  policy jsonb not null,
  author jsonb not null,
  based_on jsonb,
  superseded_by text,
  -- Risks that someone accepted, by gate, with a digest of what was accepted.
  acknowledged jsonb not null default '{}',
  -- Digest of the lists that the target read when the plan was approved.
  approved_catalog text,
  verification jsonb,
  version integer not null default 1,
  submitted_at timestamptz,
  approved_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (case_id, number)
);
create index case_plans_by_case on casework.case_plans (tenant_id, workspace_id, case_id, id);

-- A separate table, so that lists do not read megabytes.
create table casework.case_plan_bodies (
  plan_id text primary key references casework.case_plans (id) on delete cascade,
  tenant_id text not null,
  workspace_id text not null,
  body jsonb not null
);

create table casework.case_plan_items (
  plan_id text not null references casework.case_plans (id) on delete cascade,
  item_id text not null,
  tenant_id text not null,
  workspace_id text not null,
  place integer not null,
  action_id text not null,
  p50 double precision not null,
  state text not null check (state in ('proposed', 'ready', 'in_progress', 'blocked', 'done', 'verified', 'waived',
    'failed')),
  held_from text,
  reason text,
  actual_days double precision,
  done_at timestamptz,
  verified_at timestamptz,
  updated_at timestamptz not null,
  primary key (plan_id, item_id)
);
create index case_plan_items_done on casework.case_plan_items (tenant_id, workspace_id, action_id)
  where actual_days is not null;

create table casework.plan_reviews (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  plan_id text not null references casework.case_plans (id) on delete cascade,
  plan_version integer not null,
  verdict text not null check (verdict in ('approve', 'request_changes', 'comment', 'reject')),
  body_md text not null,
  checklist jsonb not null default '{}',
  reviewer_id text not null,
  reviewer jsonb not null,
  at timestamptz not null,
  dismissed jsonb
);
create index plan_reviews_by_plan on casework.plan_reviews (tenant_id, workspace_id, plan_id, id);

create table casework.plan_comments (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  plan_id text not null references casework.case_plans (id) on delete cascade,
  review_id text not null references casework.plan_reviews (id) on delete cascade,
  item_id text,
  body_md text not null,
  blocking boolean not null,
  resolved_by jsonb,
  resolved_at timestamptz
);
create index plan_comments_by_plan on casework.plan_comments (tenant_id, workspace_id, plan_id, id);

create table casework.plan_transports (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  plan_id text not null references casework.case_plans (id) on delete cascade,
  kind text not null check (kind in ('cts', 'ctms', 'git', 'tracker', 'webhook', 'file')),
  target jsonb not null,
  item_ids text[] not null,
  requests jsonb not null,
  manifest jsonb not null,
  status text not null check (status in ('prepared', 'sent', 'running', 'succeeded', 'warning', 'failed', 'cancelled')),
  scope_check jsonb not null,
  log_excerpt text,
  created_by jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index plan_transports_by_plan on casework.plan_transports (tenant_id, workspace_id, plan_id, id);

create table casework.plan_webhooks (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  case_id text not null references casework.cases (id) on delete cascade,
  url text not null,
  events text[] not null,
  description text not null,
  active boolean not null,
  secret text not null,
  created_by jsonb not null,
  created_at timestamptz not null,
  last_status text,
  last_at timestamptz,
  failure_count integer not null default 0,
  disabled_reason text
);
create index plan_webhooks_by_case on casework.plan_webhooks (tenant_id, workspace_id, case_id, id);

-- One row per message: its id is the webhook-id of every attempt.
create table casework.plan_deliveries (
  id text primary key,
  tenant_id text not null,
  workspace_id text not null,
  case_id text not null references casework.cases (id) on delete cascade,
  -- Null for a ping.
  plan_id text references casework.case_plans (id) on delete cascade,
  transport_id text,
  webhook_id text,
  channel text not null,
  event_type text,
  url text,
  target text not null,
  body text not null,
  request_digest text not null,
  status text not null check (status in ('queued', 'delivering', 'delivered', 'retrying', 'failed', 'dead_letter',
    'skipped')),
  attempt integer not null default 0,
  attempts jsonb not null default '[]',
  http_status integer,
  error text,
  response_excerpt text,
  duration_ms integer,
  next_retry_at timestamptz,
  -- The sending process holds the row until then. After that another process may send it, with the same id.
  locked_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index plan_deliveries_by_plan on casework.plan_deliveries (tenant_id, workspace_id, plan_id, id);
create index plan_deliveries_by_case on casework.plan_deliveries (case_id, status);
create index plan_deliveries_due on casework.plan_deliveries (next_retry_at)
  where status in ('queued', 'retrying', 'delivering');
