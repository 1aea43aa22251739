-- A lease names its holder, so that a worker that was held still and has lost it writes nothing more; and what was given up
-- only because the graph was away comes back by itself.

alter table provenance.graph_outbox
  add column holder text,
  -- Of a dead letter that was nobody's fault: when it is tried again.
  add column returns_at timestamptz;

drop index provenance.graph_outbox_due;
create index graph_outbox_due on provenance.graph_outbox (sequence) where status in ('pending', 'retry') or returns_at is not null;
create index graph_outbox_leased on provenance.graph_outbox (leased_until) where leased_until is not null;
