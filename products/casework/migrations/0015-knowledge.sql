-- What the graph is told: the named graphs that casework keeps there, and which of them are due. The tables here stay the
-- authority; a named graph can be made anew from them at any time.
create table casework.contexts (
  tenant_id text not null,
  workspace_id text not null,
  name text not null,
  -- The first word of the name.
  kind text not null,
  -- What the tables say it should hold, as of the last time that this was counted …
  statements bigint not null default 0,
  digest text not null default '',
  -- … and what it held when it was last brought up to date.
  built_digest text not null default '',
  build_id text,
  built_at timestamptz,
  primary key (tenant_id, workspace_id, name)
);

-- One row for each context that is not up to date. It names no statements: these are read when they are sent, so that a
-- row may arrive late, or once for many changes.
create table casework.outbox (
  tenant_id text not null,
  workspace_id text not null,
  name text not null,
  -- Grows with every change: one that comes while the context is being told is told next.
  revision bigint not null default 1,
  -- All is said again, also what the graph has: where it comes from has changed.
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

-- How a context fared against the shapes of its pack.
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
