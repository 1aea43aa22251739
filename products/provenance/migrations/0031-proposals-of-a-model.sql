-- Proposals of a model, in addition to the rules. In separate tables, so that code that counts and scores claims cannot see them.

-- Documents that a model has read, once per model.
create table provenance.model_readings (
  snapshot_id text not null references provenance.snapshots (id) on delete cascade,
  model text not null,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  status text not null check (status in ('waiting', 'done')),
  -- Why it waits, or why the document was not sent to the model.
  reason text not null default '',
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- Number of proposals by outcome.
  outcomes jsonb not null default '{}',
  primary key (snapshot_id, model)
);

create table provenance.model_proposals (
  id text primary key,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  source_id text not null references provenance.sources (id) on delete cascade,
  snapshot_id text not null references provenance.snapshots (id) on delete cascade,
  model text not null,
  category text not null,
  predicate text not null,
  value text not null,
  claim_text text not null,
  snippet text not null,
  snippet_start integer not null,
  snippet_end integer not null,
  prefix text not null,
  suffix text not null,
  details jsonb not null default '{}',
  proposed_at timestamptz not null,
  -- How the rules judge it, as of settled_at.
  verdict text not null check (verdict in ('supports', 'disputed', 'known')),
  settled_at timestamptz not null,
  -- The operator's decision.
  decision text not null default '' check (decision in ('', 'confirmed', 'dismissed')),
  decided_at timestamptz,
  check (snippet_end > snippet_start)
);
create index model_proposals_by_vendor on provenance.model_proposals (vendor_id);
create index model_proposals_by_snapshot on provenance.model_proposals (snapshot_id);
create index model_proposals_by_source on provenance.model_proposals (source_id);
create index model_proposals_open on provenance.model_proposals (verdict, id desc) where decision = '';

create table provenance.model_usage (
  day date not null,
  vendor_id text not null references provenance.vendors (id) on delete cascade,
  calls integer not null default 0,
  failures integer not null default 0,
  tokens bigint not null default 0,
  primary key (day, vendor_id)
);
create index model_usage_by_vendor on provenance.model_usage (vendor_id);
