-- Rows in a workspace's own space name its tenant, so that they are deleted with it. Null in the shared spaces.
alter table casework.entries add column tenant_id text
  generated always as (case when space like '%/%' then split_part(space, '/', 1) end) stored;
alter table casework.documents add column tenant_id text
  generated always as (case when space like '%/%' then split_part(space, '/', 1) end) stored;
alter table casework.source_states add column tenant_id text
  generated always as (case when space like '%/%' then split_part(space, '/', 1) end) stored;
