-- Requests to a customer, the stages until its answer, and the signatures they require.
create table provenance.requests (
  id text primary key,
  tenant_id text not null,
  number integer not null,
  kind text not null,
  direction text not null default 'inbound' check (direction in ('inbound', 'outbound')),
  status text not null default 'open'
    check (status in ('open', 'in_progress', 'fulfilled', 'declined', 'canceled', 'expired')),
  subject text not null,
  message text not null default '',
  vendor_id text,
  page_slug text,
  requester jsonb not null,
  items jsonb not null default '[]',
  -- Compared to find duplicates: the items, or the kind if no item is named.
  item_keys text[] not null,
  requested_duration_days integer,
  at_risk_at timestamptz not null,
  due_at timestamptz not null,
  assignee_id text,
  current_stage_id text,
  nda_signature_id text,
  decision_reason text,
  ip text not null default '',
  user_agent text not null default '',
  source text not null check (source in ('app', 'public_page', 'email', 'api')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint requests_number_unique unique (tenant_id, number)
);
create index requests_of_tenant on provenance.requests (tenant_id, id desc);
create index requests_waiting on provenance.requests (tenant_id, lower(requester ->> 'email')) where closed_at is null;
create index requests_overdue on provenance.requests (due_at) where closed_at is null;

-- Incremented in the transaction that creates the request: a rollback leaves no gap.
create table provenance.request_numbers (
  tenant_id text primary key,
  last integer not null
);

create table provenance.request_stages (
  id text primary key,
  tenant_id text not null,
  request_id text not null references provenance.requests (id) on delete cascade,
  key text not null,
  title text not null,
  position integer not null,
  status text not null default 'pending' check (status in ('pending', 'active', 'done', 'skipped', 'failed')),
  required boolean not null,
  assignee_id text,
  entered_at timestamptz,
  completed_at timestamptz,
  completed_by text,
  due_at timestamptz,
  outcome text check (outcome in ('complete', 'skip', 'reject')),
  note text,
  constraint request_stages_position unique (request_id, position)
);
create unique index request_stages_one_active on provenance.request_stages (request_id) where status = 'active';

create table provenance.grants (
  id text primary key,
  tenant_id text not null,
  request_id text not null unique references provenance.requests (id) on delete cascade,
  subject_email text not null,
  items text[] not null,
  token_hash text not null unique,
  token_hint text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text,
  revoked_reason text,
  last_used_at timestamptz,
  downloads integer not null default 0,
  created_at timestamptz not null
);
create index grants_of_tenant on provenance.grants (tenant_id, id desc);

create table provenance.statements (
  id text primary key,
  tenant_id text not null,
  kind text not null check (kind in ('nda', 'dpa', 'attestation', 'ai_act_statement', 'subprocessor_statement')),
  title text not null,
  body text not null,
  body_sha256 text not null,
  consent_text text not null,
  -- There is no status for expired: it follows from the clock.
  status text not null default 'draft' check (status in ('draft', 'sent', 'viewed', 'signed', 'declined', 'void')),
  seal text,
  seal_version integer,
  request_id text,
  valid_until timestamptz,
  supersedes_id text,
  events jsonb not null default '[]',
  sent_at timestamptz,
  sign_by timestamptz,
  signed_at timestamptz,
  author_id text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index statements_of_tenant on provenance.statements (tenant_id, id desc);

create table provenance.statement_signers (
  id text primary key,
  tenant_id text not null,
  statement_id text not null references provenance.statements (id) on delete cascade,
  position integer not null,
  name text not null,
  email text not null,
  role text not null default '',
  status text not null default 'pending' check (status in ('pending', 'viewed', 'signed', 'declined')),
  token_hash text not null unique,
  typed_name text,
  viewed_at timestamptz,
  signed_at timestamptz,
  decline_reason text,
  ip text,
  user_agent text
);
create index signers_of_statement on provenance.statement_signers (statement_id, position);
