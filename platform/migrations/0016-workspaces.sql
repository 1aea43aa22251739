-- A call can only name a workspace that exists, so each records who created it and whether it is archived. The products add the
-- workspaces that already have data; any other is 404.
alter table platform.workspaces
  add column created_by text,
  add column archived_at timestamptz,
  add column archived_by text,
  add column version integer not null default 1;
create trigger workspaces_version before update on platform.workspaces
  for each row execute function platform.raise_version();

-- The tenant's own workspace was always created with the tenant, and was shown under the tenant's name.
insert into platform.workspaces (tenant_id, id, display_name, created_at)
select id, id, display_name, created_at from platform.tenants where purged_at is null
on conflict (tenant_id, id) do update set display_name = excluded.display_name;
