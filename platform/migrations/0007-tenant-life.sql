-- People edit a tenant's profile and payments change it: every write creates a new version. A deleted tenant is purged.
alter table platform.tenants
  add column version integer not null default 1,
  -- When the tenant was purged. Only its id remains, so that it is never reused.
  add column purged_at timestamptz;
create index tenants_to_purge on platform.tenants (deleted_at) where deleted_at is not null and purged_at is null;

create function platform.raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger tenants_version before update on platform.tenants
  for each row execute function platform.raise_version();
