-- A lease names its holder, so that a worker that was paused and has lost it writes nothing more. Dead letters caused only by
-- an outage of the graph are tried again on their own.

alter table casework.outbox
  add column holder text,
  -- When a dead letter caused by an outage is tried again.
  add column returns_at timestamptz;

drop index casework.outbox_due;
create index outbox_due on casework.outbox (next_at) where status in ('pending', 'retry') or returns_at is not null;
create index outbox_leased on casework.outbox (leased_until) where leased_until is not null;
