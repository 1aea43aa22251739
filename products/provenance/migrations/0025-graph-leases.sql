-- A lease names its holder, so that a worker that was paused and has lost it writes nothing more. Dead letters caused only by
-- an outage of the graph are tried again on their own.

alter table provenance.graph_outbox
  add column holder text,
  -- When a dead letter caused by an outage is tried again.
  add column returns_at timestamptz;

drop index provenance.graph_outbox_due;
create index graph_outbox_due on provenance.graph_outbox (sequence) where status in ('pending', 'retry') or returns_at is not null;
create index graph_outbox_leased on provenance.graph_outbox (leased_until) where leased_until is not null;
