-- A span of time is a span of sequence numbers: a tenant's log never goes back in time, and an index finds both its ends.
alter table platform.audit_heads add column occurred_at timestamptz;
update platform.audit_heads head set occurred_at =
  (select max(occurred_at) from platform.audit_entries entry where entry.tenant_id = head.tenant_id);
create index audit_entries_by_time on platform.audit_entries (tenant_id, occurred_at, sequence);
