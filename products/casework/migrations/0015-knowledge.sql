-- Export to the graph: the named graphs that casework maintains there, and which of them are due. The tables here remain
-- authoritative; a named graph can be rebuilt from them at any time.
create table casework.contexts (
  tenant_id text not null,
  workspace_id text not null,
  name text not null,
  -- The first word of the name.
  kind text not null,
  -- What it should hold according to the tables, as of the last count …
  statements bigint not null default 0,
  digest text not null default '',
  -- … and what it held when it was last brought up to date.
  built_digest text not null default '',
  build_id text,
  built_at timestamptz,
  primary key (tenant_id, workspace_id, name)
);

-- One row for each context that is out of date. Rows hold no statements: these are read when they are sent, so that a
-- row may arrive late, or once for many changes.
create table casework.outbox (
  tenant_id text not null,
  workspace_id text not null,
  name text not null,
  -- Grows with every change: a change that arrives while the context is being sent is sent next.
  revision bigint not null default 1,
  -- Send all statements again, even those that the graph has: their source has changed.
  whole boolean not null,
  status text not null default 'pending' check (status in ('pending', 'retry', 'dead', 'auth_dead')),
  attempts integer not null default 0,
  last_error text not null default '',
  next_at timestamptz not null,
  leased_until timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, workspace_id, name),
  foreign key (tenant_id, workspace_id, name) references casework.contexts on delete cascade
);
create index outbox_due on casework.outbox (next_at) where status in ('pending', 'retry');

-- The result of validating a context against the shapes of its pack.
create table casework.shape_reports (
  tenant_id text not null,
  workspace_id text not null,
  name text not null,
  shape_id text not null,
  shape_name text not null,
  conforms boolean not null,
  violations integer not null,
  validated_at timestamptz not null,
  primary key (tenant_id, workspace_id, name),
  foreign key (tenant_id, workspace_id, name) references casework.contexts on delete cascade
);
