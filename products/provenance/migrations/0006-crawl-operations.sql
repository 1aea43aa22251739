-- What is said to the graph about one vendor is said in order and by one process at a time; operators see all of it in numbers.

alter table provenance.graph_outbox
  -- In the order of the commits for each vendor, since the vendor is locked when a row is written.
  add column sequence bigint generated always as identity,
  -- Until then the process that took the row may be sending it.
  add column leased_until timestamptz;

create index graph_outbox_open on provenance.graph_outbox (vendor_id, sequence) where status in ('pending', 'retry');
-- How many there are of each kind, and when the last one arrived, without reading the statements.
create index graph_outbox_by_status on provenance.graph_outbox (status, delivered_at);
drop index provenance.graph_outbox_due;
create index graph_outbox_due on provenance.graph_outbox (sequence) where status in ('pending', 'retry');
-- Dead letters go back in the order in which they were written.
drop index provenance.graph_outbox_dead;
create index graph_outbox_dead on provenance.graph_outbox (sequence) where status in ('dead', 'auth_dead');

-- The summary of crawls: vendors of which nothing was read, whose host an address has, and documents by what became of them.
create index vendors_without_documents on provenance.vendors (source_count desc, slug) where observation_count = 0;
create index vendors_by_hosts on provenance.vendors using gin (hosts);
create index snapshots_by_extraction on provenance.snapshots (extract_status, text_chars);
