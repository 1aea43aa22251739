-- A tenant's log never goes back in time, so a time range is a range of sequence numbers, and an index finds both ends.
alter table platform.audit_heads add column occurred_at timestamptz;
update platform.audit_heads head set occurred_at =
  (select max(occurred_at) from platform.audit_entries entry where entry.tenant_id = head.tenant_id);
create index audit_entries_by_time on platform.audit_entries (tenant_id, occurred_at, sequence);
