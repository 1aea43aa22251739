-- The rows of one vendor are sent to the graph in order, by one process at a time; operators see counts of all rows.

alter table provenance.graph_outbox
  -- In commit order for each vendor, because writing a row locks the vendor.
  add column sequence bigint generated always as identity,
  -- Until then the process that took the row may be sending it.
  add column leased_until timestamptz;

create index graph_outbox_open on provenance.graph_outbox (vendor_id, sequence) where status in ('pending', 'retry');
-- For the counts per status and the time of the last delivery, without reading the statements.
create index graph_outbox_by_status on provenance.graph_outbox (status, delivered_at);
drop index provenance.graph_outbox_due;
create index graph_outbox_due on provenance.graph_outbox (sequence) where status in ('pending', 'retry');
-- Dead letters are requeued in the order in which they were written.
drop index provenance.graph_outbox_dead;
create index graph_outbox_dead on provenance.graph_outbox (sequence) where status in ('dead', 'auth_dead');

-- The summary of crawls: vendors without a snapshot, the vendor of a host, and snapshots by the result of their extraction.
create index vendors_without_documents on provenance.vendors (source_count desc, slug) where observation_count = 0;
create index vendors_by_hosts on provenance.vendors using gin (hosts);
create index snapshots_by_extraction on provenance.snapshots (extract_status, text_chars);
