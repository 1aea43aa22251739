-- Webhook endpoints of customers, the messages to them, and every attempt to deliver one.

create table platform.webhook_endpoints (
  id text primary key,
  tenant_id text not null references platform.tenants (id) on delete cascade,
  -- What the endpoint belongs to: empty for the workspace, otherwise for example one case.
  scope text not null default '',
  url text not null,
  description text not null default '',
  enabled boolean not null default true,
  event_types text[] not null default '{}',
  -- What a product matches in addition to the type, such as a list of vendors.
  filter jsonb not null default '{}',
  payload text not null default 'full' check (payload in ('thin', 'full')),
  api_version text not null default '1',
  custom_headers jsonb not null default '{}',
  rate_limit_per_s integer check (rate_limit_per_s between 1 and 1000),
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  status text not null default 'active' check (status in ('active', 'failing', 'disabled')),
  disabled_reason text check (disabled_reason in ('410', 'consecutive_failures', 'manual')),
  failure_streak integer not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_status_code integer,
  -- Circuit breaker: nothing is sent before paused_until, then one message at a time until probe_until.
  circuit_trips integer not null default 0,
  paused_until timestamptz,
  probe_until timestamptz,
  -- The second for which rate_used counts.
  rate_window timestamptz,
  rate_used integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_endpoints_by_tenant on platform.webhook_endpoints (tenant_id, id);

create table platform.webhook_deliveries (
  -- The message id that the receiver sees, the same on every attempt.
  id text primary key,
  tenant_id text not null,
  endpoint_id text not null references platform.webhook_endpoints (id) on delete cascade,
  -- The event that the message reports; null for a test message.
  outbox_id bigint,
  event_type text not null,
  -- The exact text that is sent and signed.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'dead')),
  -- Attempts in this round; a replay starts a new round.
  attempt_count integer not null default 0,
  max_attempts integer not null,
  next_attempt_at timestamptz not null,
  -- The sending process holds the row until then. If it returns later, `tries` has changed and it writes nothing.
  locked_until timestamptz,
  tries integer not null default 0,
  last_status integer,
  last_error text,
  response_snippet text,
  created_at timestamptz not null,
  completed_at timestamptz,
  dead_lettered_at timestamptz,
  constraint webhook_deliveries_once unique (endpoint_id, outbox_id)
);
create index webhook_deliveries_due on platform.webhook_deliveries (endpoint_id, next_attempt_at, id)
  where status in ('pending', 'failed');
create index webhook_deliveries_in_flight on platform.webhook_deliveries (endpoint_id, locked_until)
  where locked_until is not null;
create index webhook_deliveries_of_endpoint on platform.webhook_deliveries (tenant_id, endpoint_id, id);
create index webhook_deliveries_of_range on platform.webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_by_age on platform.webhook_deliveries (created_at);

create table platform.webhook_attempts (
  delivery_id text not null references platform.webhook_deliveries (id) on delete cascade,
  attempt integer not null,
  at timestamptz not null,
  status_code integer,
  duration_ms integer not null,
  error text,
  response_snippet text,
  primary key (delivery_id, attempt)
);
