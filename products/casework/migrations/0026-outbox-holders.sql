-- A lease names its holder, so that a worker that was held still and has lost it writes nothing more; and what was given up
-- only because the graph was away comes back by itself.

alter table casework.outbox
  add column holder text,
  -- Of a dead letter that was nobody's fault: when it is tried again.
  add column returns_at timestamptz;

drop index casework.outbox_due;
create index outbox_due on casework.outbox (next_at) where status in ('pending', 'retry') or returns_at is not null;
create index outbox_leased on casework.outbox (leased_until) where leased_until is not null;
