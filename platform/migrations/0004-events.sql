-- The audit log, which is append-only, and the outbox, which consumers drain.

-- The queue creates its own tables in here. We create the schema under our lock: two processes creating it at once would fail.
create schema if not exists jobs;

-- The last entry of each tenant's chain. Its row lock serializes the tenant's entries, so that the sequence has no gaps.
create table platform.audit_heads (
  tenant_id text primary key,
  sequence bigint not null,
  hash text not null
);

create table platform.audit_entries (
  tenant_id text not null,
  sequence bigint not null,
  id text not null unique,
  occurred_at timestamptz not null,
  actor jsonb not null,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  resource_label text not null,
  outcome text not null check (outcome in ('success', 'denied', 'failed')),
  reason text,
  changes jsonb not null,
  request_id text not null,
  prev_hash text not null,
  hash text not null,
  primary key (tenant_id, sequence)
);
create index audit_entries_by_resource on platform.audit_entries (tenant_id, resource_type, resource_id, sequence);
create index audit_entries_by_actor on platform.audit_entries (tenant_id, (actor ->> 'id'), sequence);

-- Only the purge of a deleted tenant may delete entries; it names the tenant in a setting of its transaction.
create function platform.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('platform.purged_tenant', true) = old.tenant_id then
    return old;
  end if;
  raise exception 'The audit log is append-only: % is refused.', lower(tg_op) using errcode = '42501';
end
$$;

create trigger audit_entries_append_only before update or delete on platform.audit_entries
  for each row execute function platform.refuse_audit_change();
create trigger audit_entries_no_truncate before truncate on platform.audit_entries
  for each statement execute function platform.refuse_audit_change();

-- Removes the whole log of a tenant that is marked as deleted. Part of a log cannot be removed.
create function platform.purge_audit(purged text) returns bigint language plpgsql as $$
declare
  removed bigint;
begin
  if not exists (select 1 from platform.tenants where id = purged and deleted_at is not null) then
    raise exception 'Tenant % is not marked as deleted.', purged using errcode = '42501';
  end if;
  perform set_config('platform.purged_tenant', purged, true);
  delete from platform.audit_entries where tenant_id = purged;
  get diagnostics removed = row_count;
  delete from platform.audit_heads where tenant_id = purged;
  delete from platform.outbox where tenant_id = purged;
  perform set_config('platform.purged_tenant', '', true);
  return removed;
end
$$;

-- Read in the order (xid, id), up to the oldest running transaction, so that a row that commits late is never skipped.
create table platform.outbox (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  tenant_id text not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index outbox_by_transaction on platform.outbox (xid, id);

-- The position of each consumer. Only the process that holds the row lock reads.
create table platform.outbox_consumers (
  name text primary key,
  xid xid8 not null default '0',
  id bigint not null default 0
);
