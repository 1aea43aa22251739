-- Rows of a space that is a workspace's own name its tenant, so that they go when the tenant does. Null for what all share.
alter table casework.entries add column tenant_id text
  generated always as (case when space like '%/%' then split_part(space, '/', 1) end) stored;
alter table casework.documents add column tenant_id text
  generated always as (case when space like '%/%' then split_part(space, '/', 1) end) stored;
alter table casework.source_states add column tenant_id text
  generated always as (case when space like '%/%' then split_part(space, '/', 1) end) stored;
